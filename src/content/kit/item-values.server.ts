import type { DatabaseTransaction } from '../../db/database.server';
import { addPictureDetails, readPictures } from '../../foundation/media/store.server';
import { AppError, collectFieldMessages } from '../../lib/errors';
import { isPictureUrl } from '../../lib/picture-values';
import { z } from '../../lib/schema';
import type { BaseItem, Collection, Publication } from './define-collection';

/** The fields of an item that the admin area submits. */
type Input = Record<string, unknown> & Partial<Publication>;

/**
 * Reads the pictures of inputs.
 * @returns a function that adds how new pictures are shown, including to pending changes
 */
export async function readPictureDetails<T extends BaseItem>(
  transaction: DatabaseTransaction,
  { fields }: Pick<Collection<T>, 'fields'>,
  inputs: readonly Input[],
): Promise<(input: Input, before?: Record<string, unknown>) => Input> {
  if (!('imageStyle' in fields)) return (input) => input;
  const findPicture = await readPictures(
    transaction,
    inputs.flatMap((input) => [input, input.pending ?? {}]),
  );
  return (input, before) => ({
    ...addPictureDetails(findPicture, input, before),
    ...(input.pending && { pending: addPictureDetails(findPicture, input.pending, before) }),
  });
}

/**
 * Validates an old version against the current contract. A missing field gets its default.
 * @param state of the item that gets the version: only a draft may be incomplete
 * @throws AppError conflict
 */
export function fitToContract(
  { create, defaults, blanks, kinds }: Pick<Collection, 'create' | 'defaults' | 'blanks' | 'kinds'>,
  version: Record<string, unknown>,
  state: unknown,
): Record<string, unknown> {
  const input = Object.fromEntries(
    Object.entries(version)
      .filter(([name]) => name in kinds)
      .map(([name, value]) => {
        const isInvalidPicture = kinds[name] === 'picture' && !isPictureUrl(String(value));
        return [name, isInvalidPicture ? null : value];
      }),
  );
  const result = z.safeParse(create, state === 'draft' ? { ...input, state } : input);
  if (result.success) return { ...blanks, ...defaults, ...result.data };
  throw new AppError('conflict', 'This version no longer meets the rules for its fields.', {
    fields: collectFieldMessages(result.error.issues),
  });
}
