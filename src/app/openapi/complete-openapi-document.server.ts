import { type ErrorCode, statusByCode } from '../../lib/errors';
import { buildExample, type ExampleValues, type Schema } from './build-example.server';

const picture = { schema: { type: 'string', format: 'binary' } };

/**
 * Request bodies by operation and content type, of routes that have no schema for their body because
 * the server reads it as bytes.
 */
const byteBodies: Record<string, Record<string, { schema: object; example?: unknown }>> = {
  uploadPicture: Object.fromEntries(
    ['jpeg', 'png', 'webp', 'avif', 'gif'].map((format) => [`image/${format}`, picture]),
  ),
  importLeads: {
    'text/csv': {
      schema: { type: 'string' },
      example:
        'Company,Contact,Email\r\nHalden Skin Studios,Olga Brenner,olga@haldenskin.example\r\n',
    },
  },
  receiveStripeEvent: {
    'application/json': {
      schema: { type: 'object', description: "Stripe's event, exactly as it was signed." },
      example: { id: 'evt_1OqX1r2eZvKYlo2C', object: 'event', type: 'payment_intent.succeeded' },
    },
  },
};

interface MediaType {
  schema?: Schema;
  example?: unknown;
}

interface OpenApiOperation {
  operationId?: string;
  tags?: readonly string[];
  requestBody?: { required?: boolean; content: Record<string, MediaType> };
  responses: Record<string, { description: string; content?: Record<string, MediaType> }>;
}

/** The parts of an OpenAPI 3.1 document that this file completes. */
export interface OpenApiDocument {
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas?: Record<string, Schema> };
}

/** One error for each status, with its description. For 401, the one of every admin route. */
const errors: readonly [ErrorCode, string][] = [
  ['invalid', 'The request is malformed, or a field in it is not valid.'],
  ['unauthenticated', 'Not signed in, or the password or code is wrong.'],
  ['forbidden', 'The request comes from another site, or is not allowed.'],
  ['not_found', 'There is nothing at this address.'],
  ['conflict', 'The request does not fit what is stored now.'],
  ['gone', 'This address has been used or has expired.'],
  ['changed', 'The item has changed since the version that If-Match names.'],
  ['too_large', 'The request is too large.'],
  ['unsupported_type', 'The content type is not one that this address takes.'],
  ['unreadable', 'The file cannot be read.'],
  ['too_many_requests', 'Too many requests. Retry-After says when to try again.'],
  ['internal', 'Something went wrong on the server.'],
  ['unavailable', 'Not available right now. Retry-After says when to try again.'],
];

const errorsByStatus = new Map(
  errors.map(([code, message]) => [String(statusByCode[code]), { message, code }]),
);

const successDescriptions: Record<string, string> = {
  200: 'Success',
  201: 'Created',
  204: 'Done; there is no body.',
};

/** Adds the descriptions of the statuses, and the examples of errors. */
function completeResponses({ responses }: OpenApiOperation): void {
  for (const [status, response] of Object.entries(responses)) {
    const error = errorsByStatus.get(status);
    response.description = error?.message ?? successDescriptions[status] ?? response.description;
    const media = response.content?.['application/json'];
    // A response with more than an error has a schema of its own.
    if (error && media?.schema?.$ref) media.example = error;
  }
}

/** The examples of contracts, by the group of operations. Those of leads count in every group. */
type ContractExamples = Readonly<Record<string, ExampleValues>>;

/** Adds an example to each JSON body that has none yet. */
function addExamples(
  { tags = [], requestBody, responses }: OpenApiOperation,
  examples: ContractExamples,
  schemas: Record<string, Schema> = {},
): void {
  const values = Object.assign({}, examples.leads, ...tags.map((tag) => examples[tag]));
  for (const [name, body] of Object.entries({ request: requestBody, ...responses })) {
    const media = body?.content?.['application/json'];
    if (media?.schema) media.example ??= buildExample(media.schema, name, values, schemas);
  }
}

/** Removes the component schemas that no path refers to, directly or through other schemas. */
function pruneSchemas({ paths, components }: OpenApiDocument): void {
  const { schemas = {} } = components;
  const usedNames = new Set<string>();
  const visit = (part: unknown) => {
    const references = JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g);
    for (const [, name = ''] of references) {
      if (usedNames.has(name)) continue;
      usedNames.add(name);
      visit(schemas[name] ?? {});
    }
  };
  visit(paths);
  components.schemas = Object.fromEntries(
    Object.entries(schemas).filter(([name]) => usedNames.has(name)),
  );
}

/**
 * Completes a document that was generated from the routes' schemas: adds the descriptions of the
 * statuses, and examples. Changes the document in place.
 */
export function completeOpenApiDocument(
  document: OpenApiDocument,
  examples: ContractExamples,
): void {
  for (const operation of Object.values(document.paths).flatMap(Object.values<OpenApiOperation>)) {
    const body = byteBodies[operation.operationId ?? ''];
    if (body) operation.requestBody ??= { required: true, content: body };
    completeResponses(operation);
    addExamples(operation, examples, document.components.schemas);
    const { requestBody } = operation;
    // A nullable body is optional, because Fastify parses a missing body as null.
    const { anyOf } = requestBody?.content['application/json']?.schema ?? {};
    if (requestBody && anyOf?.some(({ type }) => type === 'null')) requestBody.required = false;
  }
  pruneSchemas(document);
}
