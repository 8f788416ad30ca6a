/** Weekdays in ISO 8601 order: Monday first. Apart from hours, which visitors' pages rarely load. */
export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
