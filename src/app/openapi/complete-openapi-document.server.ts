import { type ErrorCode, statusByCode } from '../../lib/errors';

interface MediaType {
  schema?: { $ref?: string; anyOf?: { type?: string }[] };
  example?: unknown;
}

interface OpenApiResponse {
  description: string;
  content?: Record<string, MediaType>;
}

interface OpenApiOperation {
  operationId?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: { in: string }[];
  requestBody?: { required?: boolean; content: Record<string, MediaType> };
  responses: Record<string, OpenApiResponse>;
}

/** The examples of an operation. */
export interface OperationExamples {
  /** The JSON body of the request. */
  request?: unknown;
  /** The JSON body of the response, by status. */
  responses?: Record<string, unknown>;
  /**
   * Request bodies by content type, for bodies that have no schema because the server reads them as
   * bytes.
   */
  body?: Record<string, { schema: object; example?: unknown }>;
}

/** The parts of an OpenAPI 3.1 document that this file completes. */
export interface OpenApiDocument {
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas?: Record<string, unknown> };
}

/** Describes each error. Used in every operation, and as the message of the example. */
const errorDescriptions: Record<ErrorCode, string> = {
  invalid: 'The request is malformed, or a field in it is not valid.',
  unauthenticated: 'Not signed in, or the password or code is wrong.',
  second_factor: 'The password is right; a code of the second factor is needed.',
  forbidden: 'The request comes from another site, or is not allowed.',
  not_found: 'There is nothing at this address.',
  conflict: 'The request does not fit what is stored now.',
  gone: 'This address has been used or has expired.',
  changed: 'The item has changed since the version that If-Match names.',
  too_large: 'The request is too large.',
  unsupported_type: 'The content type is not one that this address takes.',
  unreadable: 'The file cannot be read.',
  too_many_requests: 'Too many requests. Retry-After says when to try again.',
  internal: 'Something went wrong on the server.',
  unavailable: 'Not available right now. Retry-After says when to try again.',
};

const codeByStatus = new Map<number, ErrorCode>();
for (const code of Object.keys(errorDescriptions) as ErrorCode[]) {
  // The first code describes its status. For 401 that is the one that every admin route sends.
  if (!codeByStatus.has(statusByCode[code])) codeByStatus.set(statusByCode[code], code);
}

const successDescriptions: Record<string, string> = {
  200: 'Success',
  201: 'Created',
  204: 'Done; there is no body.',
};

const errorSchemaRef = '#/components/schemas/Error';

/**
 * Lists the errors that no route declares, because the server sends them before or after its
 * handler.
 */
function listCommonErrors(method: string, operation: OpenApiOperation): ErrorCode[] {
  const hasPathParameter = operation.parameters?.some((parameter) => parameter.in === 'path');
  const requiresSession = operation.security?.some((scheme) => 'session' in scheme);
  const isWrite = method !== 'get';
  return [
    'invalid',
    ...(requiresSession ? (['unauthenticated'] as const) : []),
    ...(hasPathParameter ? (['not_found'] as const) : []),
    ...(isWrite ? (['forbidden', 'too_large', 'unsupported_type'] as const) : []),
    'internal',
    'unavailable',
  ];
}

function completeResponses(
  method: string,
  operation: OpenApiOperation,
  examples: OperationExamples,
): void {
  const { responses } = operation;
  for (const code of listCommonErrors(method, operation)) {
    responses[statusByCode[code]] ??= {
      description: '',
      content: { 'application/json': { schema: { $ref: errorSchemaRef } } },
    };
  }
  for (const [status, response] of Object.entries(responses)) {
    const code = codeByStatus.get(Number(status));
    response.description = code
      ? errorDescriptions[code]
      : (successDescriptions[status] ?? response.description);
    const media = response.content?.['application/json'];
    if (!media) continue;
    const example = examples.responses?.[status];
    if (example !== undefined) media.example = example;
    else if (code && media.schema?.$ref === errorSchemaRef) {
      media.example = { message: errorDescriptions[code], code };
    }
  }
}

/** Removes the component schemas that no path refers to, directly or through other schemas. */
function pruneSchemas({ paths, components }: OpenApiDocument): void {
  const { schemas = {} } = components;
  const usedNames = new Set<string>();
  const visit = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(
      /"#\/components\/schemas\/([^"]+)"/g,
    )) {
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
 * Completes a document that was generated from the routes' schemas: adds the errors that all
 * operations share, the descriptions of the statuses, and examples. Changes the document in place.
 * @param examples by operation id
 */
export function completeOpenApiDocument(
  description: OpenApiDocument,
  examples: Record<string, OperationExamples>,
): void {
  for (const methods of Object.values(description.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const operationExamples = examples[operation.operationId ?? ''] ?? {};
      if (operationExamples.body && !operation.requestBody) {
        operation.requestBody = { required: true, content: operationExamples.body };
      }
      const media = operation.requestBody?.content['application/json'];
      if (media && operationExamples.request !== undefined)
        media.example = operationExamples.request;
      // A nullable body is optional, because Fastify parses a missing body as null.
      if (operation.requestBody && media?.schema?.anyOf?.some(({ type }) => type === 'null')) {
        operation.requestBody.required = false;
      }
      completeResponses(method, operation, operationExamples);
    }
  }
  pruneSchemas(description);
}
