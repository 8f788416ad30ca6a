import { z } from '../lib/schema';

type Fields = Record<string, z.core.$ZodType>;
type Values<F extends Fields> = z.output<z.ZodMiniObject<F>>;

/** What every item of a collection has besides its own fields. `updatedAt` rises: it is the version. */
const managedFields = { id: z.string(), createdAt: z.string(), updatedAt: z.string() };

type StoredItem<F extends Fields> = Values<F> & {
  id: string;
  displayOrder: number;
  createdAt: string;
  updatedAt: string;
};

interface CollectionDefinition<
  P extends string,
  F extends Fields,
  D extends Partial<Values<F>>,
  Q extends z.core.$ZodType,
> {
  /** Last segment of its address under `/api`. */
  path: P;
  /** Its table's name, in camel case. */
  table: string;
  /** What one item is called in toasts and headings. */
  label: string;
  /** One schema a field, without defaults: a default inside a schema would be applied by a PATCH too. */
  fields: F;
  /** What a new item gets in the fields that were not sent. A new item's place is the server's to choose. */
  defaults: D;
  /** What the list can be narrowed by in the address's query. */
  listFilter?: { query: Q; matches(item: StoredItem<F>, query: z.output<Q>): boolean };
  /** What an item is called in a sentence ("This will permanently delete …"). */
  getName: (item: Values<F>) => string;
}

/** The shape that a new item may be sent in: fields with a default may be left out. */
function buildCreateSchema<F extends Fields>(fields: F, optional: string[]) {
  return z.object(
    Object.fromEntries(
      Object.entries(fields).map(([name, schema]) => [
        name,
        optional.includes(name) ? z.optional(schema) : schema,
      ]),
    ),
  );
}

/**
 * An ordered list that the site shows and the admin edits, as data: routes, storage, forms and
 * tests are written once over what this returns.
 */
export function defineCollection<
  const P extends string,
  F extends Fields,
  D extends Partial<Values<F>>,
  Q extends z.core.$ZodType,
>(definition: CollectionDefinition<P, F, D, Q>) {
  const { fields, defaults } = definition;
  return {
    ...definition,
    /** Body of a POST. */
    create: buildCreateSchema(fields, [...Object.keys(defaults), 'displayOrder']),
    /** Body of a PATCH: only what is sent is changed. */
    patch: z.partial(z.object(fields)),
    /** What the API answers. */
    item: z.object({ ...fields, ...managedFields }) as unknown as z.ZodMiniType<StoredItem<F>>,
  };
}

/** Body of a reorder: the ids of all items, in their new order. */
export const reorderInput = z.object({
  orderedIds: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(10_000)),
});

/** A stored item of the given collection. */
export type Item<C extends { item: z.core.$ZodType }> = z.output<C['item']>;

/** An item of any collection. */
export type AnyItem = Record<string, unknown> & {
  id: string;
  displayOrder: number;
  createdAt: string;
  updatedAt: string;
};

/** Any of the collections, for the code that all of them share. */
export type Collection = Pick<
  ReturnType<typeof defineCollection>,
  'path' | 'table' | 'label' | 'fields' | 'defaults' | 'create' | 'patch'
> & {
  item: z.core.$ZodType<AnyItem>;
  listFilter?: {
    query: z.core.$ZodType;
    matches(item: Record<string, unknown>, query: unknown): boolean;
  };
};
