import { formatTimeOfDay } from '../../lib/format-date';
import { type OpenSpan, weekdays } from './call-hours';

const formatSpans = (spans: readonly OpenSpan[]): string =>
  spans.map(({ from, to }) => `${formatTimeOfDay(from)} to ${formatTimeOfDay(to)}`).join(' and ');

/**
 * Describes the hours of a week: "Monday to Thursday, 9:00 AM to 5:00 PM; Friday, 9:00 AM to
 * 1:00 PM". Empty if there are none.
 */
export function formatOpenHours(weekly: readonly (readonly OpenSpan[])[]): string {
  const groups: { first: string; last: string; hours: string; end: number }[] = [];
  for (const [index, name] of weekdays.entries()) {
    const hours = formatSpans(weekly[index] ?? []);
    const group = groups.at(-1);
    if (hours === '') continue;
    if (group?.hours === hours && group.end === index - 1)
      Object.assign(group, { last: name, end: index });
    else groups.push({ first: name, last: name, hours, end: index });
  }
  return groups
    .map(({ first, last, hours }) => `${first === last ? first : `${first} to ${last}`}, ${hours}`)
    .join('; ');
}
