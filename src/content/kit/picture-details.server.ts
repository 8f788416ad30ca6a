import type { DatabaseTransaction } from '../../db/database.server';
import { addPictureDetails, readPictures } from '../../foundation/media/store.server';
import type { BaseItem, Collection, Publication } from './define-collection';

/** The fields of an item that the admin area submits. */
type Input = Record<string, unknown> & Partial<Publication>;

/**
 * Reads the pictures of inputs.
 * @returns a function that adds how new pictures are shown, also to pending changes
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
