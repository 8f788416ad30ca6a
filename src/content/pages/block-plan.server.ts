import { isDeepStrictEqual } from 'node:util';
import {
  blockPrefix,
  type OwnerSettingRow,
  parseStoredValue,
} from '../../foundation/environment/owner-settings.server';
import { createFieldError } from '../../lib/errors';
import { z } from '../../lib/schema';
import type { Publication } from '../kit/define-collection';
import { planPublication } from '../kit/plan-publication.server';
import { blockValue, decodeBlock, getDefaults, getRowName, parseBlock } from './blocks.server';
import { type BlockValue, getSchemas, type PageName } from './contract';

const planSuffix = '.plan';

/** The rows that hold plans, as a pattern of LIKE. */
export const planPattern = `${blockPrefix}%${planSuffix}`;

/** Returns the name of the row that holds the plan of a block. Earlier releases ignore it. */
export const getPlanName = (page: PageName, block: string): string =>
  getRowName(page, block) + planSuffix;

const blockPlan = z.object({
  /** Values that visitors do not see yet, by field. */
  pending: z.nullable(blockValue),
  /** When the pending values are published. */
  publishAt: z.nullable(z.string()),
  /** When the block is again as it was before the change. */
  unpublishAt: z.nullable(z.string()),
  /** The block before the change, once that is published; null for the default. */
  previous: z.optional(z.nullable(blockValue)),
});

/** The pending values of a block, and when it changes. */
export type BlockPlan = z.output<typeof blockPlan>;

export const noPlan: BlockPlan = { pending: null, publishAt: null, unpublishAt: null };

/** A block as it is stored. */
export interface StoredBlock {
  /** The published values; null for the default. */
  value: BlockValue | null;
  plan: BlockPlan;
}

/** Returns the published values of a block. */
export const getShownValue = (
  page: PageName,
  block: string,
  { value }: Pick<StoredBlock, 'value'>,
): BlockValue => value ?? getDefaults(page)[block] ?? {};

/** Decodes the row of a plan. */
export function decodePlan(row: Pick<OwnerSettingRow, 'value'> | undefined): BlockPlan {
  const parsed = row && blockPlan.safeParse(parseStoredValue(row.value));
  return parsed?.success ? parsed.data : noPlan;
}

/** Encodes a plan for its row. A row is never deleted, because its time is part of the version. */
export const encodePlan = (plan: BlockPlan): string =>
  JSON.stringify(isDeepStrictEqual(plan, noPlan) ? null : plan);

/** Decodes a block with its plan. Pending values that the contract no longer accepts are ignored. */
export function decodeStoredBlock(
  rows: readonly OwnerSettingRow[],
  page: PageName,
  block: string,
): StoredBlock {
  const shown = decodeBlock(rows, page, block);
  const findRow = (rowName: string) => rows.find(({ name }) => name === rowName);
  const row = findRow(getRowName(page, block));
  const plan = decodePlan(findRow(getPlanName(page, block)));
  const isValid = getSchemas(page)[block]?.safeParse({ ...shown, ...plan.pending }).success;
  return {
    value: row && row.value !== 'null' ? shown : null,
    plan: isValid ? plan : { ...plan, pending: null },
  };
}

/** Returns the fields of a plan that the API and the history contain. */
export const describePlan = ({ pending, publishAt, unpublishAt }: BlockPlan) => ({
  ...(publishAt && { publishAt }),
  ...(unpublishAt && { unpublishAt }),
  ...(pending && { pending }),
});

const omitUnchanged = (pending: BlockValue, shown: BlockValue): BlockValue =>
  Object.fromEntries(
    Object.entries(pending).filter(([name, value]) => !isDeepStrictEqual(value, shown[name])),
  );

/** Returns the values that a block gets back at `unpublishAt`; undefined if no published change ends. */
function planPrevious(
  { value, plan }: StoredBlock,
  { unpublishAt, publishAt }: Pick<Publication, 'publishAt' | 'unpublishAt'>,
  lastShown: BlockPlan['previous'],
  isChanged: boolean,
): BlockPlan['previous'] {
  if (unpublishAt === null) return undefined;
  if (plan.previous !== undefined) return plan.previous;
  // The time belongs to the pending values.
  if (publishAt !== null) return undefined;
  return isChanged ? value : lastShown;
}

/**
 * Applies the owner's change to a block, by the rules for an item.
 * @param lastShown the version before the last change, which `unpublishAt` alone reverts to;
 * undefined if there was none
 * @throws AppError invalid
 */
export function planBlockChange(
  page: PageName,
  block: string,
  before: StoredBlock,
  patch: BlockValue & Partial<Publication>,
  lastShown?: BlockPlan['previous'],
): StoredBlock {
  const shown = getShownValue(page, block, before);
  const { pending: asked } = patch;
  const {
    state: _,
    takenDownAt,
    pending,
    publishAt,
    unpublishAt,
    ...fields
  } = planPublication(
    { ...before.plan, state: 'published' },
    { ...patch, ...(asked && { pending: omitUnchanged(asked, { ...shown, ...patch }) }) },
  );
  const next = parseBlock(page, block, { ...shown, ...fields });
  if (pending) parseBlock(page, block, { ...next, ...pending });
  const isChanged = !isDeepStrictEqual(next, shown);
  const previous = planPrevious(before, { publishAt, unpublishAt }, lastShown, isChanged);
  const hasEnd = unpublishAt !== null && (publishAt !== null || previous !== undefined);
  if (!hasEnd && patch.unpublishAt) {
    throw createFieldError('unpublishAt', 'There are no changes to take back at that time.');
  }
  return {
    value: isChanged ? next : before.value,
    plan: {
      pending,
      publishAt,
      unpublishAt: hasEnd ? unpublishAt : null,
      ...(previous !== undefined && { previous }),
    },
  };
}

/**
 * Returns a block after the changes that are due; undefined if none is.
 * @param now ISO 8601 in UTC
 */
export function planDueBlock(
  page: PageName,
  block: string,
  stored: StoredBlock,
  now: string,
): StoredBlock | undefined {
  const { value, plan } = stored;
  const isDue = (at: string | null) => at !== null && at <= now;
  const { pending, publishAt, unpublishAt, previous = value } = plan;
  if (isDue(unpublishAt)) {
    const isOver = publishAt !== null;
    return { value: previous, plan: { ...noPlan, pending: isOver ? null : pending } };
  }
  if (!isDue(publishAt)) return undefined;
  return {
    value: pending ? { ...getShownValue(page, block, stored), ...pending } : value,
    plan: unpublishAt === null ? noPlan : { ...noPlan, unpublishAt, previous },
  };
}
