import { formatFieldName } from '../../lib/format-text';

/** The parts of a JSON schema that an example is built from. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  default?: unknown;
  minimum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  minItems?: number;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
}

/** Values by the name of the property: the example of a contract. */
export type ExampleValues = Readonly<Record<string, unknown>>;

/** Tests of whole servers replace these three with values that exist there. */
export const exampleId = '0d5c2b52-8a3c-4c7e-9a55-6a1f0a3d4b10';
export const otherExampleId = '5b1f6c3e-2f6d-4a1b-8a0e-3f1f1a6f7c22';
export const exampleStart = '2026-03-10T15:00:00.000Z';

const exampleTime = '2026-03-02T14:05:09.000Z';
const exampleDay = '2026-03-02';

/** The values of texts that follow from the name of the property. The first that matches counts. */
const namedTexts: readonly [name: RegExp, text: string][] = [
  [/^otherId$/, otherExampleId],
  [/^ids?$|Ids?$/, exampleId],
  [/^(start|slots|alternatives)$/, exampleStart],
  [/^(day|validUntil)$/, exampleDay],
  [/^(at|end|version)$|(At|Until)$/, exampleTime],
  [/^from$/, '12:00'],
  [/^to$/, '14:00'],
  [/^(uri|link)$|url$/i, 'https://crew.example/start'],
  [/email/i, 'rosa@puentestaffing.example'],
  [/^timeZone$/, 'America/New_York'],
  [/^code$/, '123456'],
];

/** Texts for the patterns of the contracts, where the name of the property is no value. */
const patternTexts = [exampleId, exampleTime, exampleDay, '50% 30%'];

const isRecord = (value: unknown): value is ExampleValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isOfType = ({ type = '' }: Schema, name: string): boolean => type.includes(name);

const fitsText = ({ pattern = '', minLength = 0, maxLength = Infinity }: Schema, text: string) =>
  text.length >= minLength && text.length <= maxLength && new RegExp(pattern, 'u').test(text);

/** Tells whether a value has the schema's type, is one of its choices, and fits inside. */
function accepts(schema: Schema, value: unknown): boolean {
  const { type, enum: choices, properties = {}, anyOf, oneOf } = schema;
  const branches = anyOf ?? oneOf;
  if (branches) return branches.some((branch) => accepts(branch, value));
  const name = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  const isInteger = isOfType(schema, 'integer') && Number.isInteger(value);
  if (type !== undefined && !isOfType(schema, name) && !isInteger) return false;
  if (choices && !choices.includes(value)) return false;
  if (typeof value === 'string') return fitsText(schema, value);
  if (!isRecord(value)) return true;
  return Object.entries(properties).every(
    ([key, part]) => value[key] === undefined || accepts(part, value[key]),
  );
}

const isComposite = (schema: Schema): boolean =>
  Boolean(schema.$ref) || isOfType(schema, 'object') || isOfType(schema, 'array');

/** Returns a value for a schema without properties, items or branches. */
function buildScalar(schema: Schema, name: string): unknown {
  if (schema.enum) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  if (isOfType(schema, 'null') || schema.type === undefined) return null;
  if (isOfType(schema, 'boolean')) return true;
  if (!isOfType(schema, 'string')) return Math.max(schema.minimum ?? 1, 0);
  const named = namedTexts.find(([pattern]) => pattern.test(name))?.[1] ?? formatFieldName(name);
  return [named, ...patternTexts].find((text) => fitsText(schema, text)) ?? named;
}

/**
 * Builds an example for a JSON schema: from the values of a contract that fit, otherwise from the
 * schema. An object has its required properties and the optional ones with a value; one without
 * required properties is a change, and has only its first. What is nullable is null without a
 * value, unless it is an object or a list.
 * @param name of the property that the schema describes
 * @param schemas by name, for references
 */
export function buildExample(
  schema: Schema,
  name: string,
  values: ExampleValues,
  schemas: Readonly<Record<string, Schema>>,
): unknown {
  const value = values[name];
  const build = (part: Schema, partName: string, scope = values) =>
    buildExample(part, partName, scope, schemas);
  if (schema.$ref) return build(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, name);
  const fits = value !== undefined && accepts(schema, value);
  if (fits && value === null) return null;
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) {
    const fitting = fits ? branches.find((one) => accepts(one, value)) : undefined;
    const scalar = branches.find((one) => one.type === 'null') ?? branches[0] ?? {};
    return build(fitting ?? branches.find(isComposite) ?? scalar, name);
  }
  const { properties, required = [], items, minItems = 1 } = schema;
  if (items) {
    const entries = fits && Array.isArray(value) ? value : Array(minItems).fill(value);
    return entries.map((entry: unknown) => build(items, name, { ...values, [name]: entry }));
  }
  if (properties) {
    const scope = isRecord(value) ? { ...values, ...value } : values;
    const shown = Object.entries(properties).filter(([key], index) =>
      required.length > 0 ? required.includes(key) || (scope[key] ?? null) !== null : index === 0,
    );
    return Object.fromEntries(shown.map(([key, part]) => [key, build(part, key, scope)]));
  }
  if (isOfType(schema, 'object')) return {};
  return fits ? value : buildScalar(schema, name);
}
