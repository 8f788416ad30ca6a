import { useSyncExternalStore } from 'react';
import { DAY, HOUR, MINUTE, SECOND } from '../../lib/time/durations';
import {
  formatDayWithYear,
  formatShortDay,
  formatTime,
  keepTogether,
} from '../../lib/time/format-date';
import { fromWallTime, toWallTime } from '../../lib/time/wall-time';

const maxHours = 48;

/** Formats a duration: "18 min", "2 h 10 min", "41 h", "3 days". */
export function formatDuration(durationMs: number): string {
  const minutes = Math.max(0, Math.floor(durationMs / MINUTE));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(durationMs / HOUR);
  if (hours >= maxHours) return `${Math.floor(durationMs / DAY)} days`;
  const rest = minutes % 60;
  return rest === 0 || hours >= 24 ? `${hours} h` : `${hours} h ${rest} min`;
}

const listeners = new Set<() => void>();
let now = new Date();
let timer: ReturnType<typeof setInterval> | undefined;

function updateNow(): void {
  now = new Date();
  for (const listener of listeners) listener();
}

function subscribeToNow(listener: () => void): () => void {
  if (listeners.size === 0) {
    updateNow();
    timer = setInterval(updateNow, 30 * SECOND);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** Returns the current time, updated twice a minute. All components get the same. */
export const useNow = (): Date => useSyncExternalStore(subscribeToNow, () => now);

/** Numbers the days of the owner's calendar. */
export const getDayNumber = (at: Date): number => Math.floor(toWallTime(at).getTime() / DAY);

/** Names a day from today's view: "Today", "Tomorrow", "Yesterday", otherwise "Mar 18". */
function nameDay(at: Date, now: Date): string {
  const names: Record<number, string> = { [-1]: 'Yesterday', 0: 'Today', 1: 'Tomorrow' };
  return names[getDayNumber(at) - getDayNumber(now)] ?? formatShortDay(at, now);
}

/** Formats a day: "Today, Wednesday, March 18", with the year if it is another one. */
export function formatLongDay(at: Date, now: Date): string {
  const day = formatDayWithYear(at, now, { weekday: 'long', month: 'long', day: 'numeric' });
  return getDayNumber(at) === getDayNumber(now) ? `Today, ${day}` : day;
}

/** Formats when something is due: "Today, 2 pm". */
export const formatDue = (iso: string, now = new Date()): string =>
  `${nameDay(new Date(iso), now)}, ${keepTogether(formatTime(new Date(iso)))}`;

/** Formats a time within a sentence: "2 pm", "tomorrow, 2 pm", "yesterday, 2 pm", otherwise "Mar 18, 2 pm". */
export const formatEnd = (iso: string, now = new Date()): string =>
  formatDue(iso, now)
    .replace('Today, ', '')
    .replace(/^(Tomorrow|Yesterday)/, (day) => day.toLowerCase());

/** Returns 9 am tomorrow, the usual time of a next step. */
export function getTomorrowMorning(): Date {
  const today = toWallTime(new Date());
  return fromWallTime(new Date(today.setUTCHours(24 + 9, 0, 0, 0)));
}
