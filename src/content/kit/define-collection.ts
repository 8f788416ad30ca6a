import { type FieldKind, fieldKinds, recordId, timestamp, z } from '../../lib/schema';

type Fields = Record<string, z.core.$ZodType>;
type Values<F extends Fields> = z.output<z.ZodMiniObject<F>>;

/** Fields that the store sets. `updatedAt` only increases: it is the item's version. */
const storeFields = { id: z.string(), createdAt: z.string(), updatedAt: z.string() };

/** Whether visitors see an item. A scheduled one is published at `publishAt`. */
const publicationStates = ['draft', 'scheduled', 'published'] as const;

/** Fields about when visitors see an item. */
export const publicationFields = {
  state: z.enum(publicationStates),
  /** When a scheduled item, or the pending changes of a published one, are published. */
  publishAt: z.nullable(timestamp()),
  /** When visitors no longer see the item. It becomes a draft. */
  unpublishAt: z.nullable(timestamp()),
  /**
   * Changes of a published item that visitors do not see yet: the new values, by field. Absent if
   * there are none.
   */
  pending: z.nullable(z.record(z.string(), z.unknown())),
};

const managedFields = {
  ...storeFields,
  ...z.partial(z.object(publicationFields)).shape,
  /** When the item was taken down; absent unless it is a draft that was published before. */
  takenDownAt: z.optional(z.nullable(z.string())),
};

type ManagedField = keyof typeof managedFields;

/** Whether and when visitors see an item. */
export type Publication = z.output<z.ZodMiniObject<typeof publicationFields>>;

/** Fields common to the items of all collections. */
export type BaseItem = Record<string, unknown> &
  Record<keyof typeof storeFields, string> &
  Partial<Publication> & { takenDownAt?: string | null | undefined; displayOrder: number };

/** The fields of an item that a form can edit. */
export type FieldName<T> = Exclude<keyof T & string, ManagedField>;

/** Parsed query parameters that filter a list: the wanted values of each field. */
export type ListQuery = Record<string, string[]>;

interface CollectionDefinition<
  P extends string,
  F extends Fields,
  D extends Partial<Values<F>>,
  Q extends z.ZodMiniType<ListQuery>,
> {
  /** Last segment of its URL under `/api`, and the name of its folder in `src/content/collections`. */
  path: P;
  /** Its table's name, in camel case. */
  table: string;
  /** Singular name in toasts and headings: "Case study". */
  label: string;
  /** Title of its admin tab: "Case Studies". */
  title: string;
  /** Name of its admin tab in the URL. Defaults to the path. */
  tab?: string;
  /** One schema per field, without defaults: a PATCH would apply them too. */
  fields: F;
  /** Field labels in the form and in the history. */
  labels: Record<keyof F & string, string>;
  /** Values for a new item's fields that were not sent. The server sets the display order. */
  defaults: D;
  /** An item with every field filled in, for the API's documentation and the tests. */
  example: Omit<Values<F>, 'displayOrder'>;
  /** Query parameters that filter the list. */
  listFilter?: {
    query: Q;
    matches(item: z.output<z.ZodMiniObject<F & typeof managedFields>>, query: z.output<Q>): boolean;
  };
  /** The field that names an item in a sentence ("This will permanently delete …"). */
  nameField: keyof F & string;
}

/** Builds the optional publication fields of a request. Pending changes are a valid PATCH. */
const buildPublicationInput = (fields: Fields) =>
  z.partial(z.object({ ...publicationFields, pending: z.nullable(z.partial(z.object(fields))) }))
    .shape;

/** Builds the schema of a POST body, in which fields with a default are optional. */
function buildCreateSchema<F extends Fields>(fields: F, optional: string[]) {
  return z.object({
    ...Object.fromEntries(
      Object.entries(fields).map(([name, schema]) => [
        name,
        optional.includes(name) ? z.optional(schema) : schema,
      ]),
    ),
    ...buildPublicationInput(fields),
  });
}

function getFieldKind(name: string, schema: z.core.$ZodType): FieldKind {
  const { kind } = fieldKinds.get(schema) ?? {};
  if (!kind) throw new Error(`The field ${name} has no kind: register its schema in fieldKinds.`);
  return kind;
}

/**
 * Defines an ordered list that the site shows and the admin edits, as data. Routes, storage, forms
 * and tests are written once for all collections, and read this definition.
 */
export function defineCollection<
  const P extends string,
  F extends Fields,
  D extends Partial<Values<F>>,
  Q extends z.ZodMiniType<ListQuery>,
>(definition: CollectionDefinition<P, F, D, Q>) {
  const { path, fields, defaults, nameField, tab = path } = definition;
  return {
    ...definition,
    tab,
    kinds: Object.fromEntries(
      Object.entries(fields).map(([name, schema]) => [name, getFieldKind(name, schema)]),
    ),
    create: buildCreateSchema(fields, [...Object.keys(defaults), 'displayOrder']),
    /** Body of a PATCH. Fields that are not sent stay unchanged. */
    patch: z.object({ ...z.partial(z.object(fields)).shape, ...buildPublicationInput(fields) }),
    item: z.object({ ...fields, ...managedFields }),
    getName: (item: Record<string, unknown>) => String(item[nameField] ?? ''),
  };
}

/** Body of a request for several items. */
export const idsInput = z.object({
  ids: z.array(recordId).check(z.minLength(1), z.maxLength(1_000)),
});

/** A change of one of several items. `values` is the body of a PATCH of that item. */
export interface ItemChange {
  id: string;
  values: Record<string, unknown>;
}

/** Builds the schema of a request that changes several items. */
export const buildChangesInput = (patch: Collection['patch']) =>
  z.object({
    changes: z
      .array(z.object({ id: recordId, values: patch }))
      .check(z.minLength(1), z.maxLength(1_000)),
  });

/** Body of a reorder: the ids of all items, in their new order. */
export const reorderInput = z.object({
  orderedIds: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(10_000)),
});

/** A stored item of the given collection. */
export type Item<C extends { item: z.core.$ZodType }> = z.output<C['item']>;

/** Input for a new item of the given collection. Fields with a default are optional. */
export type NewItem<C extends { item: z.core.$ZodType; defaults: object }> = Omit<
  Item<C>,
  ManagedField | 'displayOrder' | keyof C['defaults']
> &
  Partial<Pick<Item<C>, keyof C['defaults'] & keyof Item<C>>>;

/** A collection of items `T`. Without `T`, any collection, for shared code. */
export interface Collection<T extends BaseItem = BaseItem> {
  path: string;
  table: string;
  label: string;
  title: string;
  tab: string;
  fields: Fields;
  kinds: Record<string, FieldKind>;
  labels: Record<FieldName<T>, string>;
  defaults: Record<string, unknown>;
  example: Record<string, unknown>;
  create: z.ZodMiniType<Record<string, unknown>>;
  patch: z.ZodMiniType<Record<string, unknown>>;
  item: z.core.$ZodType<T>;
  listFilter?: { query: z.ZodMiniType<ListQuery>; matches(item: T, query: ListQuery): boolean };
  nameField: string;
  getName: (item: Record<string, unknown>) => string;
}
