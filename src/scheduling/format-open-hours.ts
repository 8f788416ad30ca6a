import { formatTimeOfDay } from '../lib/format-date';
import { weekdays } from '../lib/weekdays';
import type { OpenSpan } from './call-hours';

const formatSpan = ({ from, to }: OpenSpan): string =>
  from === '00:00' && to === '24:00'
    ? 'all day'
    : `${formatTimeOfDay(from)} to ${formatTimeOfDay(to)}`;

const formatSpans = (spans: readonly OpenSpan[]): string => spans.map(formatSpan).join(' and ');

/** "Monday", "Monday and Tuesday", "Monday to Wednesday". */
const formatDays = (days: readonly string[]): string =>
  days.length > 2 ? `${days[0]} to ${days.at(-1)}` : days.join(' and ');

/**
 * Describes the hours of a week: "Monday to Thursday, 9 am to 5 pm; Friday, 9 am to
 * 1 pm". Empty if there are none.
 */
export function formatOpenHours(weekly: readonly (readonly OpenSpan[])[]): string {
  const groups: { days: string[]; hours: string; end: number }[] = [];
  for (const [index, name] of weekdays.entries()) {
    const hours = formatSpans(weekly[index] ?? []);
    const group = groups.at(-1);
    if (hours === '') continue;
    if (group?.hours === hours && group.end === index - 1) {
      group.days.push(name);
      group.end = index;
    } else groups.push({ days: [name], hours, end: index });
  }
  return groups.map(({ days, hours }) => `${formatDays(days)}, ${hours}`).join('; ');
}
