import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { sqlState } from '../db/errors.server';
import { createUnavailableError, isStorageError } from '../db/storage-error.server';
import { AppError, collectFieldMessages, getErrorCode } from '../lib/errors';
import { escapeHtml } from '../lib/escape-html.server';
import { z } from '../lib/schema';
import '../db/outage-log.server';

/** Validates input against a route's schema. The error names each invalid field. */
function validatorCompiler({ schema, httpPart }: { schema: z.core.$ZodType; httpPart?: string }) {
  return (data: unknown) => {
    const result = z.core.safeParse(schema, data);
    if (result.success) return { value: result.data };
    const fields = collectFieldMessages(result.error.issues);
    const rootIssue = result.error.issues.find((issue) => issue.path.length === 0);
    // A rule about several fields explains nothing while one of them is invalid.
    const isCause = rootIssue?.code === 'invalid_type' || Object.keys(fields).length === 0;
    const message =
      (isCause && rootIssue?.message) ||
      (httpPart === 'body' ? 'Please check the marked fields.' : `Invalid ${httpPart}.`);
    return { error: new AppError('invalid', message, { fields }) };
  };
}

const serialize = () => JSON.stringify;

/**
 * Configures how Fastify validates requests. Responses are not validated: their schemas only
 * describe the API. Passed at creation, because otherwise Fastify would load two compilers of its
 * own.
 */
export const schemaController = {
  compilersFactory: { buildValidator: () => validatorCompiler, buildSerializer: () => serialize },
  // Fastify's types only allow its own validator.
} as unknown as NonNullable<FastifyServerOptions['schemaController']>;

/** Maps Fastify's own errors, and one of PostgreSQL's, to the errors that clients receive. */
const mappedErrors: Record<string, AppError> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new AppError(
    'unsupported_type',
    'This endpoint takes JSON: send Content-Type: application/json.',
  ),
  FST_ERR_CTP_BODY_TOO_LARGE: new AppError('too_large', 'The request is too large.'),
  FST_ERR_CTP_EMPTY_JSON_BODY: new AppError('invalid', 'The request has no body.'),
  FST_ERR_CTP_INVALID_JSON_BODY: new AppError('invalid', 'The request is not valid JSON.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new AppError('invalid', 'The Content-Length is wrong.'),
  FST_ERR_BAD_URL: new AppError('invalid', 'The address is malformed.'),
  FST_ERR_ASYNC_CONSTRAINT: new AppError('invalid', 'The address is malformed.'),
  FST_ERR_MAX_PARAM_LENGTH: new AppError('not_found', 'Not found'),
  // A NUL in a search term. SQLite simply finds nothing.
  [sqlState.characterNotInRepertoire]: new AppError(
    'invalid',
    'The request contains characters that cannot be stored.',
  ),
};

/** Converts any error to one that clients may see. */
function toAppError(error: unknown, { raw }: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  // The client has hung up. The code of the error (ECONNRESET) is also that of a lost database.
  if (raw.errored === error) return new AppError('invalid', 'The request is incomplete.');
  const mappedError = mappedErrors[getErrorCode(error)];
  if (mappedError) return mappedError;
  if (isStorageError(error)) return createUnavailableError();
  // Any other 4xx of Fastify is a malformed request, for example a forbidden key in JSON.
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 0;
  if (status >= 400 && status < 500) {
    return new AppError('invalid', 'The request is malformed.');
  }
  return new AppError('internal', 'Something went wrong on our side.');
}

/**
 * Returns whether to send an error as a page. Browsers that open a page or post a plain form accept
 * HTML; none of our scripts does.
 */
const acceptsHtml = ({ url, headers }: FastifyRequest): boolean =>
  !/^\/(api|objects)(\/|\?|$)/.test(url) && /\btext\/html\b/.test(headers.accept ?? '');

/**
 * Sends the response of every failed request. The details of an unexpected error never leave the
 * server.
 */
export function errorHandler(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = toAppError(error, request);
  // An AppError without a cause was thrown on purpose, so there is nothing to look into.
  const isServerFault = failure.status >= 500 && (failure !== error || failure.cause !== undefined);
  // An outage is logged once, not per request. The placeholder server of the startup and the server
  // of the API docs have no outage log.
  const { server } = request;
  const isOutage = () => server.hasDecorator('outages') && server.outages.record(error);
  if (isServerFault && !isOutage())
    request.log.error({ err: error, route: request.routeOptions.url }, 'request failed');
  if (failure.retryAfterSeconds !== undefined)
    reply.header('Retry-After', failure.retryAfterSeconds);
  reply.code(failure.status).header('Cache-Control', 'no-store');
  if (acceptsHtml(request)) {
    return reply.type('text/html; charset=utf-8').send(renderErrorDocument(failure.message));
  }
  return reply.type('application/json; charset=utf-8').send(failure.body);
}

/**
 * Renders an error as a page, for people who follow a link or post a plain form. Without the site's
 * scripts and styles, because the error may concern what they depend on.
 */
const renderErrorDocument = (message: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>This page can’t be shown</title>
</head>
<body>
<main>
<h1>This page can’t be shown</h1>
<p>${escapeHtml(message)}</p>
<p><a href="/">Go to the home page</a></p>
</main>
</body>
</html>
`;
