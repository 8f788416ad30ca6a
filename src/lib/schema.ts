/**
 * The building blocks of all contracts, and the generic messages. Uses `zod/mini` instead of `zod`:
 * the schemas also run in the browser, where it is a fifth of the size.
 */
import * as z from 'zod/mini';
import {
  exposureLimits,
  focusPattern,
  isPictureUrl,
  logoTones,
  pictureStyles,
} from './picture-values';

/** The kind of a content item's field, from which its column and its empty value follow. */
export type FieldKind = 'text' | 'number' | 'boolean' | 'list' | 'hours' | 'picture';

/** The type of each field's schema, registered by the building blocks below. */
export const fieldKinds = z.registry<{ kind: FieldKind }>();

/** The schemas of required fields in drafts. No registry: its types can't hold schemas. */
const draftSchemas = new WeakMap<z.core.$ZodType, z.core.$ZodType>();

/** Returns the schema of a required field in a draft, where it may be empty; undefined for others. */
export const findDraftSchema = (schema: z.core.$ZodType): z.core.$ZodType | undefined =>
  draftSchemas.get(schema);

/** Registers a required field with its schema in drafts. */
function registerRequired<S extends z.core.$ZodType>(schema: S, draft: z.core.$ZodType): S {
  draftSchemas.set(schema, draft);
  return schema;
}

/** Names the type of a value as the generic messages do ("received string"). */
function getTypeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isNaN(value) ? 'nan' : typeof value;
}

type Issue = Parameters<NonNullable<z.core.$ZodConfig['customError']>>[0];

function formatSizeMessage(issue: Issue & { code: 'too_small' | 'too_big' }): string {
  const isTooSmall = issue.code === 'too_small';
  const limit = String(isTooSmall ? issue.minimum : issue.maximum);
  if (issue.origin === 'string') {
    return `String must contain at ${isTooSmall ? 'least' : 'most'} ${limit} character(s)`;
  }
  if (issue.origin === 'array') {
    return `Array must contain at ${isTooSmall ? 'least' : 'most'} ${limit} element(s)`;
  }
  const comparative = isTooSmall ? 'greater' : 'less';
  return `Number must be ${comparative} than ${issue.inclusive ? 'or equal to ' : ''}${limit}`;
}

/** The generic messages of the specification's section 5. A field's own message has priority. */
function formatGenericMessage(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type': {
      if (issue.input === undefined) return 'Required';
      if (issue.expected === 'int') return 'Expected integer, received float';
      return `Expected ${issue.expected}, received ${getTypeName(issue.input)}`;
    }
    case 'too_small':
    case 'too_big':
      return formatSizeMessage(issue);
    case 'invalid_format':
      return issue.format === 'email' ? 'Invalid email' : 'Invalid';
    case 'invalid_value': {
      if (issue.input === undefined) return 'Required';
      const expected = issue.values.map((value) => `'${String(value)}'`).join(' | ');
      return `Expected ${expected}, received ${
        typeof issue.input === 'string' ? `'${issue.input.slice(0, 50)}'` : getTypeName(issue.input)
      }`;
    }
    default:
      return undefined;
  }
}

z.config({ customError: formatGenericMessage });

/** Uses `message` when the value is absent. Other errors have their generic message. */
export const createAbsentMessage = (message: string) => (issue: { input?: unknown }) =>
  issue.input === undefined || issue.input === null ? message : undefined;

/** Only tabs and line breaks as control characters: a NUL can't be stored, others can't be read. */
const printable = z.regex(/^(?:[\t\n\r]|\P{Cc})*$/u, 'Contains characters that cannot be shown');
const singleLine = z.regex(/^[^\r\n\u2028\u2029]*$/, 'Must be a single line');

/** Joiners, variation selectors and soft hyphens after a character, and the tags of a flag. */
const invisible =
  /([^\s\p{C}][\p{VS}\u00ad\u200c-\u200d]+|\u{1f3f4}[\u{e0020}-\u{e007f}]+)|\p{DI}/gu;

/** Whether a text shows nothing. */
const isBlank = (text: string): boolean => /^[\s\p{DI}]*$/u.test(text);

/**
 * Removes characters that show nothing or reverse the text around them, except those that scripts
 * and emoji are written with.
 */
function removeInvisible(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return isBlank(text) ? '' : text.replace(invisible, '$1');
}

/** The checks of a single line of text: trimmed, without invisible characters. */
const checkLine = (maxLength: number) =>
  [z.overwrite(removeInvisible), z.trim(), z.maxLength(maxLength), printable, singleLine] as const;

/** Requires a text, which only a draft may leave empty. */
const requireText = (draft: z.ZodMiniString, message: string) =>
  registerRequired(
    draft.check(z.minLength(1, message)).register(fieldKinds, { kind: 'text' }),
    draft,
  );

/**
 * A required single line of text, trimmed, without invisible characters.
 * @param maxLength in characters
 * @param message the error when it is absent or empty
 */
export const requiredText = (maxLength: number, message = 'Required') =>
  requireText(
    z.string({ error: createAbsentMessage(message) }).check(...checkLine(maxLength)),
    message,
  );

/** Required multi-line text, trimmed. */
export const requiredProse = (maxLength: number, message = 'Required') =>
  requireText(
    z.string({ error: createAbsentMessage(message) }).check(
      z.trim(),
      z.overwrite((text) => (isBlank(text) ? '' : text)),
      z.maxLength(maxLength),
      printable,
    ),
    message,
  );

const emptyToNull = z.transform((value: unknown) =>
  value === undefined || (typeof value === 'string' && isBlank(value)) ? null : value,
);

/** An optional single line of text, without invisible characters. Absent, null and blank become null. */
export const optionalText = (maxLength: number) =>
  z
    .pipe(emptyToNull, z.nullable(z.string().check(...checkLine(maxLength))))
    .register(fieldKinds, { kind: 'text' });

/**
 * An optional URL of a picture: a path of this site. Earlier https URLs are accepted as well, but
 * the content security policy shows no pictures of other hosts. Absent, null and blank become null.
 */
export const optionalPictureUrl = () =>
  optionalText(500)
    .check(
      z.refine(
        (url) => url === null || isPictureUrl(url),
        'Must be a picture on this site: upload one, or enter an address that begins with /',
      ),
    )
    .register(fieldKinds, { kind: 'picture' });

/** Optional multi-line text. Absent, null and blank become null. */
export const optionalProse = (maxLength: number) =>
  z
    .pipe(emptyToNull, z.nullable(z.string().check(z.trim(), z.maxLength(maxLength), printable)))
    .register(fieldKinds, { kind: 'text' });

/** Maximum number of list entries, and maximum length of one. */
const listLimits = { maxEntries: 50, maxCharacters: 200 };

const entries = z
  .array(z.string().check(...checkLine(listLimits.maxCharacters)))
  .check(z.maxLength(listLimits.maxEntries));

/** A list of texts, without blank entries. */
export const textList = () =>
  z
    .pipe(
      entries,
      z.transform((list) => list.filter((entry) => entry !== '')),
    )
    .register(fieldKinds, { kind: 'list' });

/** A list of texts with at least one that is not blank, otherwise `message`. */
export function requiredTextList(message: string) {
  const draft = z.pipe(
    z.transform((value: unknown) => value ?? []),
    textList(),
  );
  return registerRequired(
    z
      .pipe(draft, z.array(z.string()).check(z.minLength(1, message)))
      .register(fieldKinds, { kind: 'list' }),
    draft,
  );
}

/** One of the given values, otherwise `message` when it is absent or empty. */
export const requiredChoice = <const T extends readonly [string, ...string[]]>(
  values: T,
  message: string,
) =>
  z
    .enum(values, {
      error: (issue) => (issue.input === '' ? message : createAbsentMessage(message)(issue)),
    })
    .register(fieldKinds, { kind: 'text' });

/** True or false. */
export const checkbox = () => z.boolean().register(fieldKinds, { kind: 'boolean' });

/** The maximum of an `integer` column on both engines. */
export const maxInteger = 2_147_483_647;

/** The focal point of a cropped picture. */
export const pictureFocus = () =>
  z
    .string()
    .check(z.regex(focusPattern, 'Must be percentages in steps of 5, such as 50% 30%'))
    .register(fieldKinds, { kind: 'text' });

/** How a picture is shown. The server chooses it with each uploaded picture. */
export const pictureStyle = () => z.enum(pictureStyles).register(fieldKinds, { kind: 'text' });

/** How much a photograph is brightened, in percent. The server measures each uploaded picture. */
export const pictureExposure = () =>
  z.coerce
    .number()
    .check(z.minimum(exposureLimits.min), z.maximum(exposureLimits.max), z.multipleOf(10))
    .register(fieldKinds, { kind: 'number' });

/** The color of a logo. The server reads it from each uploaded one. */
export const logoTone = () => z.enum(logoTones).register(fieldKinds, { kind: 'text' });

/** A whole number that fits an `integer` column, also as text. `message` when it is too small. */
export const wholeNumber = (minimum: number, message?: string) =>
  z.coerce
    .number()
    .check(z.int(), z.minimum(minimum, message), z.maximum(maxInteger))
    .register(fieldKinds, { kind: 'number' });

/** An item's position in its list, ascending. */
export const displayOrder = () => wholeNumber(-maxInteger);

const timePattern =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/**
 * Tells whether the text is a time in an ISO 8601 format that exists, in a year of four digits also
 * in UTC. `Date.parse` alone reads February 31 as March 3.
 */
export function isTime(text: string): boolean {
  if (!timePattern.test(text)) return false;
  const day = text.slice(0, 10);
  return (
    new Date(`${day}T00:00Z`).toISOString().startsWith(day) &&
    /^\d/.test(new Date(text).toISOString())
  );
}

/**
 * A time in an ISO 8601 format, converted to UTC with milliseconds, so that texts sort by time. Not
 * `z.iso.datetime`, which the inquiry page would load as well.
 */
export const timestamp = (message = 'Enter a date and a time') =>
  z
    .stringFormat('date-time', isTime, { error: message, abort: true })
    .check(z.overwrite((text) => new Date(text).toISOString()));

/** The id of a stored record. */
export const recordId = z.string().check(z.regex(/^[\w-]{1,64}$/, 'Invalid id'));

export { z };

/** Parses a JSON text by a schema; null when there is none, or it is invalid. */
export const parseJson = <T>(
  schema: z.ZodMiniType<T>,
  text: string | null | undefined,
): T | null => {
  if (!text) return null;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
};
