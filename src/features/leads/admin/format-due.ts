import { formatShortDay, formatTime } from '../../../lib/format-date';
import { DAY } from '../../../lib/time';

const getDayNumber = (at: Date) =>
  Math.round(new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime() / DAY);

/** Names a day from today's view: "Today", "Tomorrow", "Yesterday", otherwise "Mar 18". */
function nameDay(at: Date, now: Date): string {
  const names: Record<number, string> = { [-1]: 'Yesterday', 0: 'Today', 1: 'Tomorrow' };
  return names[getDayNumber(at) - getDayNumber(now)] ?? formatShortDay(at, now);
}

/** Formats when something is due: "Today, 2:00 PM". */
export const formatDue = (iso: string, now = new Date()): string =>
  `${nameDay(new Date(iso), now)}, ${formatTime(new Date(iso))}`;

/** Formats a due time for an `<input type="datetime-local">`, in local time. */
export function toLocalInput(at: Date): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
  return `${day}T${pad(at.getHours())}:${pad(at.getMinutes())}`;
}

/** Parses the value of an `<input type="datetime-local">`; null when it is empty or invalid. */
export function parseLocalInput(value: string): string | null {
  const at = new Date(value);
  return value === '' || Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** Returns 9 AM tomorrow, the usual time of a next step. */
export function getTomorrowMorning(now = new Date()): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 9);
}
