import { blockPrefix, type OwnerSettingRow } from '../../foundation/settings/owner-settings.server';
import { collectFieldMessages, createFormError } from '../../lib/errors';
import { listKeys } from '../../lib/list-keys';
import { type BlockValue, getSchemas, type PageBlocks, type PageName, pageNames } from './contract';
import { defaultBlocks } from './defaults.server';

/** Returns the defaults of a page's blocks, by name. */
export const getDefaults = (page: PageName): Record<string, BlockValue> => defaultBlocks[page];

/** Returns the id of a block in the history. */
export const getBlockId = (page: PageName, block: string): string => `${page}.${block}`;

/** Returns the name of a block's row. */
export const getRowName = (page: PageName, block: string): string =>
  blockPrefix + getBlockId(page, block);

/** Validates a whole block. @throws AppError invalid */
export function parseBlock(page: PageName, block: string, value: BlockValue): BlockValue {
  const parsed = getSchemas(page)[block]?.safeParse(value);
  if (parsed?.success) return parsed.data;
  throw createFormError(collectFieldMessages(parsed?.error.issues ?? []));
}

/**
 * Decodes a block. Fields that a newer release added have their default. A value that the contract
 * no longer accepts is ignored.
 */
export function decodeBlock(
  rows: readonly OwnerSettingRow[],
  page: PageName,
  block: string,
): BlockValue {
  const defaults = getDefaults(page)[block] ?? {};
  const row = rows.find(({ name }) => name === getRowName(page, block));
  const stored: unknown = row && JSON.parse(row.value);
  if (!stored) return defaults;
  const parsed = getSchemas(page)[block]?.safeParse({ ...defaults, ...stored });
  return parsed?.success ? parsed.data : defaults;
}

/** Decodes the blocks of all pages. */
export const decodeBlocks = (rows: readonly OwnerSettingRow[]): PageBlocks =>
  Object.fromEntries(
    pageNames.map((page) => [
      page,
      Object.fromEntries(
        listKeys(getSchemas(page)).map((block) => [block, decodeBlock(rows, page, block)]),
      ),
    ]),
    // Each block was parsed by its schema.
  ) as unknown as PageBlocks;
