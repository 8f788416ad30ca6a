/**
 * Runs in a page with the sheet of hours: the painted hours of each day, as the names of the cells say
 * them.
 */
export function readWeek(): string[] {
  const runs: { day: string; from: string; to: string }[] = [];
  for (const cell of document.querySelectorAll('[role=gridcell][aria-selected=true]')) {
    const [, day = '', from = '', to = ''] =
      /^(\w+), (.+?) to (.+?), /.exec(cell.getAttribute('aria-label') ?? '') ?? [];
    const last = runs.at(-1);
    if (last?.day === day && last.to === from) last.to = to;
    else runs.push({ day, from, to });
  }
  return runs.map(({ day, from, to }) => `${day}, ${from} to ${to}`);
}

/** The lunches of all weekdays, as `readWeek` returns them. */
export const lunch = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map(
  (day) => `${day}, noon to 2 pm`,
);
