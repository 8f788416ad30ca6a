import {
  blockPrefix,
  type OwnerSettingRow,
  parseStoredValue,
} from '../../foundation/environment/owner-settings.server';
import { collectFieldMessages, createFormError } from '../../lib/errors';
import { listKeys } from '../../lib/list';
import { z } from '../../lib/schema';
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

/** The values of a block's fields. */
export const blockValue = z.record(z.string(), z.unknown());

/**
 * Decodes a block. Fields that a newer release added have their default.
 * @returns undefined when the contract does not accept what is stored
 */
function parseStoredBlock(
  rows: readonly OwnerSettingRow[],
  page: PageName,
  block: string,
): BlockValue | undefined {
  const defaults = getDefaults(page)[block] ?? {};
  const row = rows.find(({ name }) => name === getRowName(page, block));
  const stored = row ? parseStoredValue(row.value) : null;
  if (stored === null) return defaults;
  const fields = blockValue.safeParse(stored).data;
  return fields && getSchemas(page)[block]?.safeParse({ ...defaults, ...fields }).data;
}

/** Decodes a block. A value that the contract does not accept is ignored. */
export const decodeBlock = (
  rows: readonly OwnerSettingRow[],
  page: PageName,
  block: string,
): BlockValue => parseStoredBlock(rows, page, block) ?? getDefaults(page)[block] ?? {};

/** Lists the blocks that are ignored, because the contract does not accept the stored value. */
export const listInvalidBlocks = (rows: readonly OwnerSettingRow[]): string[] =>
  pageNames.flatMap((page) =>
    listKeys(getSchemas(page))
      .filter((block) => !parseStoredBlock(rows, page, block))
      .map((block) => getBlockId(page, block)),
  );

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
