/** Formats an hour of the day, 0 to 24, with half hours: "8 am", "noon", "5:30 pm". */
export function formatHour(hour: number): string {
  if (hour === 12) return 'noon';
  if (hour % 24 === 0) return 'midnight';
  const whole = Math.floor(hour);
  return `${whole % 12 || 12}${hour === whole ? '' : ':30'} ${whole < 12 ? 'am' : 'pm'}`;
}
