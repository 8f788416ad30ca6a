import { describePlan, formatHours, formatTheseHours, joinWords } from '../../cover/plan-words';
import type { WeekSpan } from '../../lib/time/week-hours';
import type { PlanTopic } from './inquiry-topic';

/** Names shown; the rest are counted. */
const maxShownNames = 3;

/**
 * The parts of a plan that a form shows. Pages that the server renders get it from there, so that they load no
 * code for it.
 */
export interface PlanSummary {
  code: string;
  /** "Front desk, 23 hours a week". */
  text: string;
  /** "21 hours covered by Marisol, Priya and Kenji"; null as long as nobody was asked. */
  people: string | null;
  /** For the thank-you message. */
  received: string;
  hours: WeekSpan[];
  covered: WeekSpan[];
  open: WeekSpan[];
}

function formatPeople({ answer, people = [] }: PlanTopic): string | null {
  if (!answer) return null;
  if (answer.coveredMinutes === 0 || people.length === 0) {
    return `Nobody yet for ${formatTheseHours(answer.requestedMinutes)}`;
  }
  const names = people.slice(0, maxShownNames).map(({ name }) => name.split(' ', 1)[0] ?? name);
  const rest = people.length - names.length;
  const all = joinWords(rest > 0 ? [...names, `${rest} more`] : names);
  return `${formatHours(answer.coveredMinutes)} covered by ${all}`;
}

/** Says that a plan arrived, and how many of its hours somebody can work. */
export function formatReceived(hours: string, answer: PlanTopic['answer']): string {
  const received = `We have your plan: ${hours} a week`;
  if (!answer) return `${received}.`;
  const { coveredMinutes, requestedMinutes } = answer;
  const isOne = requestedMinutes <= 60;
  const them = isOne ? 'it' : 'them';
  if (coveredMinutes === requestedMinutes) {
    return `${received}, ${isOne ? 'with a name' : 'all of them with names'}.`;
  }
  return coveredMinutes > 0
    ? `${received}, ${coveredMinutes / 60} of ${them} with names. Within 24 hours you hear from us about the ${isOne ? 'rest' : 'others'} as well.`
    : `${received}. Within 24 hours you hear from us who can work ${them}.`;
}

/** Summarizes a plan for a form. */
export function summarizePlan(topic: PlanTopic): PlanSummary {
  const { plan, code, answer } = topic;
  const { desks, minutes } = describePlan(plan);
  const hours = formatHours(minutes);
  const names = desks.map(({ name }) => name);
  const spans = answer?.desks.flatMap((desk) => desk.spans) ?? [];
  return {
    code,
    text: `${names.length > 2 ? `${names.length} desks` : joinWords(names)}, ${hours} a week`,
    people: formatPeople(topic),
    received: formatReceived(hours, answer),
    hours: plan.desks.flatMap((desk) => desk.hours),
    covered: spans.filter(({ talentId }) => talentId !== null),
    open: plan.open,
  };
}
