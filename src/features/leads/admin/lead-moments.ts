/**
 * Moments in the owner's own time zone, so for the browser only: the server does not know it.
 * The language is the site's.
 */
const time = new Intl.DateTimeFormat('en-US', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const dayOfYear = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});

/** "Mar 18, 09:12"; of another year than the present one "Mar 18, 2025, 09:12". */
export function moment(iso: string, now = new Date()): string {
  const date = new Date(iso);
  const dayFormat = date.getFullYear() === now.getFullYear() ? day : dayOfYear;
  return `${dayFormat.format(date)}, ${time.format(date)}`;
}

/** "09:12" for a moment of today, else as `moment` has it. */
export function recentMoment(iso: string, now = new Date()): string {
  const date = new Date(iso);
  return date.toDateString() === now.toDateString() ? time.format(date) : moment(iso, now);
}
