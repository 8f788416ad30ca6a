import { getDateFormat } from '../../lib/time/format-date';

const parts = { month: 'long', day: 'numeric' } as const;

/** Formats a day such as "2026-04-01": "April 1", or "April 1, 2026" with its year. */
export const formatWholeDay = (day: string, hasYear = false): string =>
  getDateFormat({ ...parts, ...(hasYear && { year: 'numeric' }) }, 'UTC').format(
    new Date(`${day}T00:00Z`),
  );

/** Formats the day of an instant in the site's time zone: "March 18, 2026". */
export const formatSentDay = (iso: string): string =>
  getDateFormat({ ...parts, year: 'numeric' }).format(new Date(iso));
