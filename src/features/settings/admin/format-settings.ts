import { getDateFormat } from '../../../lib/format-date';

const dayFormat = getDateFormat({ month: 'long', day: 'numeric' });
const dateFormat = getDateFormat({ month: 'long', day: 'numeric', year: 'numeric' });

/** Formats a day: "March 12", with the year if it is another one. */
export function formatDate(iso: string, now = new Date()): string {
  const at = new Date(iso);
  return (at.getFullYear() === now.getFullYear() ? dayFormat : dateFormat).format(at);
}
