import { ItemHistory } from '../../foundation/audit/admin/ItemHistory';
import { toWallTime } from '../../lib/wall-time';
import { groupDays } from '../days-off';
import { formatPeriod } from './DaysOff';
import { toDayKey } from './day-hours';
import { formatLimit } from './LimitFields';

const fieldNames = {
  hours: 'Hours for calls',
  noticeMinutes: 'Notice',
  bufferMinutes: 'Buffer',
  daysAhead: 'How far ahead',
  place: 'How the call takes place',
};

/** Formats a change of the availability: "Friday, December 25: Christmas Day". */
function formatHoursValue(field: string, value: unknown): string | undefined {
  if (field !== 'daysOff' || typeof value !== 'object' || value === null) {
    return formatLimit(field, value);
  }
  const today = toDayKey(toWallTime(new Date()));
  const labels = Object.entries(value).map(([day, label]) => [day, String(label)] as const);
  const periods = groupDays({
    daysOff: labels.map(([day]) => day),
    dayOffLabels: Object.fromEntries(labels.filter(([, label]) => label)),
  }).map((period) => [formatPeriod(period, today), period.label].filter(Boolean).join(': '));
  return periods.join('\n') || 'none';
}

/** The history of the availability, in words. */
export const HoursHistory = () => (
  <ItemHistory
    path="scheduling"
    id="hours"
    label="Availability"
    fieldNames={fieldNames}
    formatValue={formatHoursValue}
  />
);
