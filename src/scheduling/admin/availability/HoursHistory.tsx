import { ItemHistory } from '../../../foundation/audit/admin/ItemHistory';
import { toWallTime } from '../../../lib/time/wall-time';
import { type DaysOff, groupDays } from '../../hours/days-off';
import { formatPeriod } from './DaysOff';
import { toDayKey } from './day-hours';
import { formatLimit } from './LimitFields';

export const hoursLabels = {
  hours: 'Hours for calls',
  noticeMinutes: 'Notice',
  bufferMinutes: 'Buffer',
  daysAhead: 'How far ahead',
  place: 'How the call takes place',
};

/** Formats days off: "Friday, December 25: Christmas Day". */
export function formatDaysOff(off: DaysOff): string {
  const today = toDayKey(toWallTime(new Date()));
  return groupDays(off)
    .map((period) => [formatPeriod(period, today), period.label].filter(Boolean).join(': '))
    .join('\n');
}

function formatHoursValue(field: string, value: unknown): string | undefined {
  if (field !== 'daysOff' || typeof value !== 'object' || value === null) {
    return formatLimit(field, value);
  }
  const labels = Object.entries(value).map(([day, label]) => [day, String(label)] as const);
  const off = {
    daysOff: labels.map(([day]) => day),
    dayOffLabels: Object.fromEntries(labels.filter(([, label]) => label)),
  };
  return formatDaysOff(off) || 'none';
}

/** The history of the availability, in words. */
export const HoursHistory = () => (
  <ItemHistory
    path="scheduling"
    id="hours"
    label="Availability"
    fieldNames={hoursLabels}
    formatValue={formatHoursValue}
  />
);
