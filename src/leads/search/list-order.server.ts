import { type RawBuilder, sql } from 'kysely';
import type { LeadSort } from '../contract';
import type { LeadValues } from '../lead-value.server';

/**
 * A part of the sorted list. Sections follow each other, and each is sorted by a time that an index
 * has. So leads without the value are last in both directions, and no sort needs to read all leads.
 */
export interface ListSection {
  /** Stable, because it is in the cursor. */
  name: string;
  /** SQL condition on a row of `leads`. */
  condition: RawBuilder<boolean>;
  column: 'createdAt' | 'nextStepDueAt';
  direction: 'asc' | 'desc';
}

const always = sql<boolean>`1 = 1`;
const waits = sql<boolean>`(leads.status = 'new' and leads.suspect is null)`;
const hasNextStep = sql<boolean>`leads.next_step_due_at is not null`;

const createRest = (condition: RawBuilder<boolean>): ListSection => ({
  name: 'rest',
  condition: sql`not ${condition}`,
  column: 'createdAt',
  direction: 'desc',
});

/** Lists the sections of a sorted list. */
export function listSections(sort: LeadSort, values: LeadValues): ListSection[] {
  const isDescending = sort.startsWith('-');
  const direction = isDescending ? 'desc' : 'asc';
  switch (sort) {
    case 'created':
    case '-created':
      return [{ name: 'all', condition: always, column: 'createdAt', direction }];
    case 'waiting':
    case '-waiting':
      return [
        {
          name: 'waiting',
          condition: waits,
          column: 'createdAt',
          // The one that waits longest is the oldest.
          direction: isDescending ? 'asc' : 'desc',
        },
        createRest(waits),
      ];
    case 'nextStep':
    case '-nextStep':
      return [
        { name: 'planned', condition: hasNextStep, column: 'nextStepDueAt', direction },
        createRest(sql`(${hasNextStep})`),
      ];
    case 'value':
    case '-value':
      return [
        ...values.distinctValues
          .toSorted((a, b) => (isDescending ? b - a : a - b))
          .map((value) => ({
            name: `value-${value}`,
            condition: sql<boolean>`${values.expression} = ${sql.lit(value)}`,
            column: 'createdAt' as const,
            direction: 'desc' as const,
          })),
        createRest(sql`(${values.expression} is not null)`),
      ];
  }
}
