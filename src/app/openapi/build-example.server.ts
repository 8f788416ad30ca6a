/** The parts of a JSON schema that an example is built from. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  default?: unknown;
  format?: string;
  minimum?: number;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
}

/**
 * Sample values by the name of the property. A record has the values of the properties inside that
 * property, where they take precedence.
 */
export type ExampleValues = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is ExampleValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isOfType = ({ type = '' }: Schema, name: string): boolean => type.includes(name);

/** Tells whether a sample value has the schema's type, is one of its choices, and fits inside. */
function accepts(schema: Schema, value: unknown): boolean {
  const { type, enum: choices, properties = {}, anyOf, oneOf } = schema;
  const branches = anyOf ?? oneOf;
  if (branches) return branches.some((branch) => accepts(branch, value));
  const name = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  const isInteger = isOfType(schema, 'integer') && Number.isInteger(value);
  if (type !== undefined && !isOfType(schema, name) && !isInteger) return false;
  if (choices && !choices.includes(value)) return false;
  if (!isRecord(value)) return true;
  return Object.entries(properties).every(
    ([key, part]) => value[key] === undefined || accepts(part, value[key]),
  );
}

const isComposite = (schema: Schema): boolean =>
  Boolean(schema.$ref) || isOfType(schema, 'object') || isOfType(schema, 'array');

/** Returns a value for a schema without properties, items or branches. */
function buildScalar(schema: Schema, name: string, values: ExampleValues): unknown {
  if (schema.enum) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  if (isOfType(schema, 'null') || schema.type === undefined) return null;
  if (isOfType(schema, 'boolean')) return true;
  if (!isOfType(schema, 'string')) return Math.max(schema.minimum ?? 1, 0);
  if (schema.format === 'date-time' || /(?:At|Until)$/.test(name)) return values.createdAt;
  return /Ids?$/.test(name) ? values.otherId : name;
}

/**
 * Builds an example for a JSON schema: from the sample values that fit, otherwise from the schema.
 * An object has its required properties and the optional ones with a sample value; one without
 * required properties is a change, and has only its first. What is nullable is null without a
 * sample, unless it is an object or a list.
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
  const build = (part: Schema, partName: string, scope: ExampleValues) =>
    buildExample(part, partName, scope, schemas);
  if (schema.$ref) return build(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, name, values);
  const fits = value !== undefined && accepts(schema, value);
  if (fits && value === null) return null;
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) {
    const fitting = fits ? branches.find((one) => accepts(one, value)) : undefined;
    const scalar = branches.find((one) => one.type === 'null') ?? branches[0] ?? {};
    return build(fitting ?? branches.find(isComposite) ?? scalar, name, values);
  }
  if (isOfType(schema, 'array')) {
    const entries = fits && Array.isArray(value) ? value : [value];
    return entries.map((entry: unknown) =>
      build(schema.items ?? {}, name, { ...values, [name]: entry }),
    );
  }
  const scope = isRecord(value) ? { ...values, ...value } : values;
  const { properties, required = [], additionalProperties } = schema;
  if (properties) {
    const shown = Object.entries(properties).filter(([key], index) =>
      required.length > 0 ? required.includes(key) || (scope[key] ?? null) !== null : index === 0,
    );
    return Object.fromEntries(shown.map(([key, part]) => [key, build(part, key, scope)]));
  }
  if (isOfType(schema, 'object')) {
    const part = isRecord(additionalProperties) ? additionalProperties : {};
    const keys = isRecord(value) ? Object.keys(value) : [];
    return Object.fromEntries(keys.map((key) => [key, build(part, key, scope)]));
  }
  return fits ? value : buildScalar(schema, name, values);
}
