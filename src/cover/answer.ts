import { joinSpans, type WeekSpan } from '../lib/time/week-hours';
import type { CoverAnswer } from './contract';
import { countMinutes } from './plan-words';

/** Lists the ids of the people who are assigned hours, each once. */
export const listAssignedIds = ({ desks }: CoverAnswer): string[] => [
  ...new Set(desks.flatMap(({ spans }) => spans.flatMap(({ talentId }) => talentId ?? []))),
];

const filterSpans = ({ desks }: CoverAnswer, talentId: string | null) =>
  desks.flatMap(({ spans }) => spans.filter((span) => span.talentId === talentId));

/** Lists the spans of an answer that a person works at any desk, or nobody for null. */
export const listAssignedSpans = (answer: CoverAnswer, talentId: string | null): WeekSpan[] =>
  joinSpans(filterSpans(answer, talentId).map(({ day, from, to }) => ({ day, from, to })));

/** Counts the minutes of these spans: those at several desks or locations count for each. */
export const countAssignedMinutes = (answer: CoverAnswer, talentId: string | null): number =>
  countMinutes(filterSpans(answer, talentId));
