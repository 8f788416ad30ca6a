import type { CoverAnswer, Plan } from '../../cover/contract';
import { joinSpans, parseMinutes, type WeekSpan } from '../../lib/time/week-hours';
import { isSameText } from '../../lib/to-comparable';

/** Opening hours that are the same on each open day. */
export interface Opening {
  from: string;
  to: string;
  days: readonly number[];
}

/** Returns the opening hours of a plan; where they differ by day, from the first to the last hour. */
export function readOpening({ open }: Plan): Opening {
  const byMinutes = (a: string, b: string) => parseMinutes(a) - parseMinutes(b);
  return {
    from: open.map(({ from }) => from).sort(byMinutes)[0] ?? '08:00',
    to:
      open
        .map(({ to }) => to)
        .sort(byMinutes)
        .at(-1) ?? '20:00',
    days: [...new Set(open.map(({ day }) => day))].sort(),
  };
}

/** Cuts spans to the opening hours. */
const clip = (spans: readonly WeekSpan[], open: readonly WeekSpan[]): WeekSpan[] =>
  joinSpans(
    spans.flatMap((span) =>
      open.flatMap((hours) => {
        if (hours.day !== span.day) return [];
        const from = hours.from > span.from ? hours.from : span.from;
        const to = hours.to < span.to ? hours.to : span.to;
        return from < to ? [{ day: span.day, from, to }] : [];
      }),
    ),
  );

/** Changes when the business is open. Hours of desks outside of it are removed. */
export function setOpening(plan: Plan, { from, to, days }: Opening): Plan {
  const open = days.map((day) => ({ day, from, to }));
  return {
    ...plan,
    open,
    desks: plan.desks.map((desk) => ({ ...desk, hours: clip(desk.hours, open) })),
  };
}

type Relaxation = NonNullable<CoverAnswer['relax']>[number];

/** Removes a tool or a language from the conditions of all desks. */
export function relaxPlan(plan: Plan, { condition, name }: Relaxation): Plan {
  const field = condition === 'tool' ? 'tools' : 'languages';
  const isOther = (value: string) => !isSameText(value, name);
  return {
    ...plan,
    desks: plan.desks.map((desk) => ({ ...desk, [field]: desk[field].filter(isOther) })),
  };
}
