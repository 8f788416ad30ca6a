import { DAY, HOUR, MINUTE } from '../../../lib/time';

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
