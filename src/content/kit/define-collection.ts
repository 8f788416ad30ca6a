import {
  type FieldKind,
  fieldKinds,
  findDraftSchema,
  recordId,
  timestamp,
  z,
} from '../../lib/schema';

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
  /** Sentence in the dialog before a deletion: an effect that restoring does not undo. */
  deletionNote?: string;
}

/** Builds the optional publication fields of a request. Pending changes are a valid PATCH. */
const buildPublicationInput = (fields: Fields) =>
  z.partial(z.object({ ...publicationFields, pending: z.nullable(z.partial(z.object(fields))) }))
    .shape;

/** The parts of a collection that decide whether an item is complete. */
type Requirements = Pick<Collection, 'fields' | 'blanks'>;

/**
 * Finds what an item lacks before visitors can see it: only a draft may be incomplete.
 * @returns a message for each required field that is empty
 */
export function findMissing(
  { fields, blanks }: Requirements,
  item: Record<string, unknown>,
): Record<string, string> {
  const missing: Record<string, string> = {};
  for (const [name, blank] of Object.entries(blanks)) {
    const schema = fields[name];
    if (!schema || String(item[name] ?? '') !== String(blank)) continue;
    const issue = z.safeParse(schema, blank).error?.issues[0];
    if (issue) missing[name] = issue.message;
  }
  return missing;
}

/**
 * Builds the schema of a POST body. Fields with a default are optional, and so are required ones as
 * long as the item is a draft.
 */
function buildCreateSchema(
  draftFields: Fields,
  {
    optional,
    publication,
    ...requirements
  }: Requirements & {
    optional: readonly string[];
    publication: Fields;
  },
) {
  const isOptional = (name: string) => optional.includes(name) || name in requirements.blanks;
  const checkComplete = z.superRefine<Record<string, unknown>>(
    (item, context) => {
      if (item.state === 'draft') return;
      for (const [name, message] of Object.entries(findMissing(requirements, item))) {
        context.addIssue({ code: 'custom', message, input: item[name], path: [name] });
      }
    },
    // Also beside errors of fields: a form shows all of them at once.
    { when: ({ value }) => typeof value === 'object' && value !== null },
  );
  return z
    .object({
      ...Object.fromEntries(
        Object.entries(draftFields).map(([name, schema]) => [
          name,
          isOptional(name) ? z.optional(schema) : schema,
        ]),
      ),
      ...publication,
    })
    .check(checkComplete);
}

/** The empty values that required fields may have in a draft, by field. */
const listBlanks = (fields: Fields): Record<string, '' | readonly never[]> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, schema]) => {
      if (!findDraftSchema(schema)) return [];
      return [[name, getFieldKind(name, schema) === 'list' ? [] : '']];
    }),
  );

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
  const { path, label, fields, defaults, nameField, tab = path } = definition;
  const publication = buildPublicationInput(fields);
  const blanks = listBlanks(fields);
  const draftFields = Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name, findDraftSchema(schema) ?? schema]),
  );
  const optional = [...Object.keys(defaults), 'displayOrder'];
  return {
    ...definition,
    tab,
    kinds: Object.fromEntries(
      Object.entries(fields).map(([name, schema]) => [name, getFieldKind(name, schema)]),
    ),
    blanks,
    create: buildCreateSchema(draftFields, { fields, blanks, optional, publication }),
    /** Body of a PATCH. Fields that are not sent stay unchanged. */
    patch: z.object({ ...z.partial(z.object(draftFields)).shape, ...publication }),
    // The schemas of drafts have the types of their fields.
    item: z.object({ ...(draftFields as F), ...managedFields }),
    getName: (item: Record<string, unknown>) =>
      String(item[nameField] || `Unnamed ${label.toLowerCase()}`),
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
  /** The `updatedAt` that the change is based on. Without it, any version is changed. */
  version?: string | undefined;
}

/** Builds the schema of a request that changes several items. */
export const buildChangesInput = (patch: Collection['patch']) =>
  z.object({
    changes: z
      .array(z.object({ id: recordId, values: patch, version: z.optional(timestamp()) }))
      .check(z.minLength(1), z.maxLength(1_000)),
  });

/** Body of a reorder: the ids of all items, in their new order. */
export const reorderInput = z.object({
  orderedIds: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(10_000)),
  /**
   * The item that was moved, and its place before, counted from 0: with the new order they say on
   * which order it is based, in fewer bytes than all ids. Without it, any order is replaced.
   */
  moved: z.optional(
    z.object({ id: recordId, from: z.number().check(z.int(), z.minimum(0), z.maximum(10_000)) }),
  ),
});

/** A requested order of a list. */
export type Reorder = z.output<typeof reorderInput>;

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
  blanks: Record<string, '' | readonly never[]>;
  create: z.ZodMiniType<Record<string, unknown>>;
  patch: z.ZodMiniType<Record<string, unknown>>;
  item: z.core.$ZodType<T>;
  listFilter?: { query: z.ZodMiniType<ListQuery>; matches(item: T, query: ListQuery): boolean };
  nameField: string;
  deletionNote?: string;
  getName: (item: Record<string, unknown>) => string;
}

/** Singular and plural name of a list's items. */
export type Noun = readonly [one: string, several: string];

/** Returns what the items of a collection are called: "case study", "case studies". */
export const getNoun = ({ label, path }: Pick<Collection, 'label' | 'path'>): Noun => [
  label.toLowerCase(),
  path.replaceAll('-', ' '),
];

/** Converts "case-studies" to `CaseStudies` and "Case study" to `CaseStudy`. */
const toPascalCase = (words: string) =>
  words
    .split(/[^a-zA-Z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');

/** Derives the nouns in operation ids such as `listCaseStudies` and `createCaseStudy`. */
export const getOperationNames = ({ path, label }: Pick<Collection, 'path' | 'label'>) => ({
  plural: toPascalCase(path),
  singular: toPascalCase(label),
});
