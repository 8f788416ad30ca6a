/** Creates a reader of a time zone's clock that uses `Intl`, independently of the code under test. */
export function createWallClock(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const known = new Map<number, { date: string; weekday: number; minutes: number }>();
  /** Returns what the clock shows; `weekday` is 0 on a Monday. */
  return (at: number) => {
    const before = known.get(at);
    if (before) return before;
    const parts = Object.fromEntries(
      format.formatToParts(at).map(({ type, value }) => [type, value]),
    );
    const date = `${parts.year}-${parts.month}-${parts.day}`;
    const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
    const time = { date, weekday, minutes: Number(parts.hour) * 60 + Number(parts.minute) };
    known.set(at, time);
    return time;
  };
}
