/** Formats an hour of the day, 0 to 24, with its minutes as a fraction: "8 am", "noon", "5:30 pm". */
export function formatHour(hour: number): string {
  if (hour === 12) return 'noon';
  if (hour % 24 === 0) return 'midnight';
  const whole = Math.floor(hour);
  const minutes = String(Math.round((hour - whole) * 60)).padStart(2, '0');
  return `${whole % 12 || 12}${hour === whole ? '' : `:${minutes}`} ${whole < 12 ? 'am' : 'pm'}`;
}
