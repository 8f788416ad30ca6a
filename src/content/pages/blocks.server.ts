import { isDeepStrictEqual } from 'node:util';
import {
  blockPrefix,
  parseStoredValue,
  type SettingCell,
} from '../../foundation/environment/owner-settings.server';
import { AppError, collectFieldMessages, createFormError } from '../../lib/errors';
import { listKeys } from '../../lib/list';
import { z } from '../../lib/schema';
import { type Block, blockPlan, noPlan, type ShownBlock } from '../kit/plan-publication.server';
import { type BlockValue, getSchemas, type PageBlocks, type PageName, pageNames } from './contract';
import { defaultBlocks } from './defaults.server';

/** The blocks that change, each with the fields that change. Null is the default. */
export type PagePatch = Record<string, BlockValue | null | undefined>;

/** A block of a page. */
export interface BlockKey {
  page: PageName;
  block: string;
}

/** Lists the blocks of a page. */
export const listBlocks = (page: PageName): BlockKey[] =>
  listKeys(getSchemas(page)).map((block) => ({ page, block }));

/** Returns the default values of a block. */
export const getDefaults = ({ page, block }: BlockKey): BlockValue => {
  const defaults: Record<string, BlockValue> = defaultBlocks[page];
  return defaults[block] ?? {};
};

/** Returns the id of a block, as a document and in the history. */
export const getBlockId = ({ page, block }: BlockKey): string => `${page}.${block}`;

/** Returns the beginning of the names of a page's rows. */
export const getPagePrefix = (page: PageName): string =>
  blockPrefix + getBlockId({ page, block: '' });

/** Returns the name of the row of a block's published values. */
export const getValueName = (key: BlockKey): string => blockPrefix + getBlockId(key);

/** Returns the name of the row that holds the plan of a block. */
const getPlanName = (key: BlockKey): string => `${getValueName(key)}.plan`;

/**
 * Parses a block. Fields that are missing, because a newer release added them, have their default.
 * @returns undefined when the contract does not accept it
 */
export const fitBlock = (key: BlockKey, values: BlockValue | null): BlockValue | undefined =>
  getSchemas(key.page)[key.block]?.safeParse({ ...getDefaults(key), ...values }).data;

/** Validates a whole block. @throws AppError invalid, naming the block with each field */
export function parseBlock({ page, block }: BlockKey, values: BlockValue): BlockValue {
  const parsed = getSchemas(page)[block]?.safeParse(values);
  if (parsed?.success) return parsed.data;
  throw createFormError(collectFieldMessages(parsed?.error.issues ?? []));
}

/** Names the block in the messages about its fields. */
export function withBlockName<T>({ block }: BlockKey, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof AppError) || !error.fields) throw error;
    const fields = Object.entries(error.fields).map(([name, text]) => [`${block}.${name}`, text]);
    throw new AppError(error.code, error.message, { fields: Object.fromEntries(fields) });
  }
}

const blockValue = z.record(z.string(), z.unknown());

const readCell = (cells: readonly SettingCell[], cellName: string): string =>
  cells.find(({ name }) => name === cellName)?.value ?? 'null';

/** Decodes the published values. @returns null for the default; undefined when they are not valid */
function decodeValue(key: BlockKey, cells: readonly SettingCell[]): BlockValue | null | undefined {
  const stored = parseStoredValue(readCell(cells, getValueName(key)));
  if (stored === null) return null;
  const values = blockValue.safeParse(stored).data;
  return values && fitBlock(key, values);
}

/** Encodes a block. A row is never deleted, because its time is part of the version. */
export const encodeBlock = (key: BlockKey, { value, plan }: Block) => ({
  [getValueName(key)]: JSON.stringify(value),
  [getPlanName(key)]: JSON.stringify(isDeepStrictEqual(plan, noPlan) ? null : plan),
});

/** Decodes a block. What the contract does not accept is ignored. */
export function decodeBlock(key: BlockKey, cells: readonly SettingCell[]): ShownBlock {
  const value = decodeValue(key, cells);
  const shown = value ?? getDefaults(key);
  const storedPlan = parseStoredValue(readCell(cells, getPlanName(key)));
  const plan = blockPlan.safeParse(storedPlan).data ?? noPlan;
  const isValid = !plan.pending || fitBlock(key, { ...shown, ...plan.pending });
  return {
    // A value that is not valid is shown as the default, but is not the default.
    value: value === undefined ? shown : value,
    shown,
    plan: isValid ? plan : { ...plan, pending: null },
  };
}

/** Lists the blocks that are ignored, because the contract does not accept the stored value. */
export const listInvalidBlocks = (cells: readonly SettingCell[]): string[] =>
  pageNames
    .flatMap(listBlocks)
    .filter((key) => decodeValue(key, cells) === undefined)
    .map(getBlockId);

/** Creates a value for each block of a page, by the block's name. */
export const mapBlocks = <T>(page: PageName, create: (key: BlockKey) => T): Record<string, T> =>
  Object.fromEntries(listBlocks(page).map((key) => [key.block, create(key)]));

/** Decodes the blocks of all pages, as visitors see them. */
export const decodeBlocks = (cells: readonly SettingCell[]): PageBlocks =>
  Object.fromEntries(
    pageNames.map((page) => [page, mapBlocks(page, (key) => decodeBlock(key, cells).shown)]),
    // Each block was parsed by its schema.
  ) as unknown as PageBlocks;

/** Returns the blocks as a patch would leave them. @throws AppError invalid */
export function patchBlocks(blocks: PageBlocks, page: PageName, patch: PagePatch): PageBlocks {
  const before: Record<string, BlockValue> = blocks[page];
  const changed = Object.entries(patch).flatMap(([block, fields]) => {
    if (fields === undefined) return [];
    const key = { page, block };
    const whole = fields && { ...before[block], ...fields };
    return [[block, whole ? withBlockName(key, () => parseBlock(key, whole)) : getDefaults(key)]];
  });
  return { ...blocks, [page]: { ...before, ...Object.fromEntries(changed) } };
}
