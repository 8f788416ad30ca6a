import { type RawBuilder, sql } from 'kysely';
import { type Cursor, cursorParam } from '../../db/cursor.server';
import type { Database } from '../../db/database.server';
import { createFieldError } from '../../lib/errors';
import { z } from '../../lib/schema';
import { type LeadSort, leadSorts, type ValuedLead } from '../contract';
import type { LeadValues } from '../lead-value.server';
import { type LeadRow, toLead } from '../table.server';
import { type LeadQuery, leadFilter, type ResolvedFilter, selectMatching } from './filter.server';
import { type FoundLeads, selectValues } from './text-search.server';

export const leadSearch = z.object({
  ...leadFilter.shape,
  /** By default the best matches of a search are first, and otherwise the newest. */
  sort: z.optional(z.enum(leadSorts)),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 100),
  cursor: z.optional(cursorParam),
});

type LeadSearch = z.output<typeof leadSearch>;

/**
 * A part of the sorted list. Sections follow each other, and each is sorted by a time that an index
 * has. So leads without the value are last in both directions, and no sort needs to read all leads.
 */
interface ListSection {
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

/** Lists the sections of a list that was searched: the best matches, then the rest. */
function listMatchSections(db: Database, { bestIds }: FoundLeads): ListSection[] {
  const isBest = sql<boolean>`leads.id in ${selectValues(db, bestIds)}`;
  const newestFirst = { column: 'createdAt', direction: 'desc' } as const;
  if (bestIds.length === 0) return [{ name: 'rest', condition: always, ...newestFirst }];
  return [{ name: 'best', condition: isBest, ...newestFirst }, createRest(isBest)];
}

/** Lists the sections of a sorted list. */
function listSections(sort: LeadSort, values: LeadValues): ListSection[] {
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

interface SectionPage {
  /** Position after which the page starts; undefined for the section's start. */
  after: Cursor | undefined;
  limit: number;
}

/** Reads a page of one section. */
function readSection(
  query: LeadQuery,
  { condition, column, direction }: ListSection,
  { after, limit }: SectionPage,
): Promise<LeadRow[]> {
  const position = sql`(${sql.ref(`leads.${column}`)}, leads.id)`;
  const comparison = sql.raw(direction === 'asc' ? '>' : '<');
  return query
    .selectAll('leads')
    .where(condition)
    .$if(after !== undefined, (rest) =>
      rest.where(sql<boolean>`${position} ${comparison} (${after?.timestamp}, ${after?.id})`),
    )
    .orderBy(`leads.${column}`, direction)
    .orderBy('leads.id', direction)
    .limit(limit)
    .execute();
}

/** The sections that a page reads: from the cursor's on. */
function findSections(sections: readonly ListSection[], cursor: Cursor | undefined) {
  // A cursor without a section is from an earlier release, whose list had only one.
  const name = cursor?.section ?? sections[0]?.name;
  const index = sections.findIndex((section) => section.name === name);
  // The section is gone, for example after a change of a price.
  if (index === -1) throw createFieldError('cursor', 'This is not a cursor of this list');
  return sections.slice(index);
}

/** Lists a page of leads. `last` is the position of its end if there are more. */
export async function listLeads(
  db: Database,
  { limit, cursor, sort, ...filter }: LeadSearch & ResolvedFilter,
  values: LeadValues,
): Promise<{ leads: ValuedLead[]; last: Cursor | undefined }> {
  const found: { row: LeadRow; section: ListSection }[] = [];
  const sections = findSections(
    filter.found && sort === undefined
      ? listMatchSections(db, filter.found)
      : listSections(sort ?? '-created', values),
    cursor,
  );
  for (const [index, section] of sections.entries()) {
    const rows = await readSection(selectMatching(db, filter), section, {
      after: index === 0 ? cursor : undefined,
      limit: limit + 1 - found.length,
    });
    found.push(...rows.map((row) => ({ row, section })));
    if (found.length > limit) break;
  }
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const isMore = found.length > limit && last !== undefined;
  return {
    leads: page.map(({ row }) => ({ ...toLead(row), value: values.getValue(row) })),
    last: isMore
      ? {
          section: last.section.name,
          timestamp: last.row[last.section.column] ?? '',
          id: last.row.id,
        }
      : undefined,
  };
}
