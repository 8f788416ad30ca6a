import { parse } from 'node:querystring';
import type { onRequestHookHandler } from 'fastify';
import { AppError } from '../lib/errors';
import { MINUTE, SECOND } from '../lib/time/durations';
import type { Api } from './api.server';

const defaultTimeoutMs = 10 * SECOND;

/** The maximum bytes of a request's body. Uploads of pictures and imports have their own limits. */
export const maxBodyBytes = 100 * 1024;

/** The longest timeout of any route, for Node's server-wide `requestTimeout`. */
export const maxBodyTimeoutMs = 2 * MINUTE;

/**
 * Closes the connection if the body takes longer than its route allows. Node has one timeout for
 * the whole server, but a picture over a slow connection needs more time than any other body should
 * get.
 */
export const enforceBodyTimeout: onRequestHookHandler = (request, reply, done) => {
  const { raw, server, routeOptions } = request;
  const { headers } = raw;
  if (!headers['transfer-encoding'] && !Number(headers['content-length'])) return done();
  const timer = setTimeout(() => {
    if (raw.complete) return;
    // The response was sent before the body was read.
    if (reply.raw.writableEnded) {
      raw.destroy();
      return;
    }
    const error = Object.assign(new Error('The body took too long.'), {
      code: 'ERR_HTTP_REQUEST_TIMEOUT',
    });
    // The event of Node's own timeout: it sends 408 and closes the connection.
    server.server.emit('clientError', error, raw.socket);
  }, routeOptions.config?.bodyTimeoutMs ?? defaultTimeoutMs);
  timer.unref();
  raw.once('end', () => clearTimeout(timer));
  raw.once('close', () => clearTimeout(timer));
  done();
};

/** The talent filter needs the most: 50 values in each of its four parameters. */
const maxQueryParameters = 250;

/** The inquiry form, the largest, has about 30 fields. */
const maxFormFields = 100;

const maxFormBytes = 100 * 1024;

/** Returns whether a query such as `a=1&b=2` has more than `max` pairs. */
const hasMoreThan = (pairs: string, max: number) => pairs.split('&', max + 1).length > max;

/** Rejects URLs with more parameters than any route reads: each costs validation and matching. */
export const limitQueryParameters: onRequestHookHandler = ({ url }, _reply, done) =>
  hasMoreThan(url, maxQueryParameters)
    ? done(new AppError('invalid', 'The address has too many parameters.'))
    : done();

/** Rejects compressed bodies (RFC 9110, 15.5.16): their sender decides how much they become. */
export const rejectCompressedBody: onRequestHookHandler = ({ headers }, _reply, done) => {
  const encoding = headers['content-encoding'];
  if (encoding === undefined || encoding.trim().toLowerCase() === 'identity') return done();
  done(new AppError('unsupported_type', 'Send the body as it is, without Content-Encoding.'));
};

/**
 * Browsers send each line break as two characters, but count it as one for `maxlength`: otherwise a
 * text that its field allows would be too long.
 */
const toLineFeeds = (encodedForm: string) => encodedForm.replaceAll(/%0D%0A/gi, '%0A');

/**
 * Parses plain forms (`application/x-www-form-urlencoded`) in one scope. No other scope may,
 * because another site's page can send such a form without a preflight request. A form with more
 * fields than any of ours is rejected unparsed: each field costs time in validation and rendering.
 */
export function addFormParser(scope: Api): void {
  scope.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxFormBytes },
    (_request, body, done) =>
      hasMoreThan(body, maxFormFields)
        ? done(new AppError('too_large', 'The form has too many fields.'))
        : done(null, parse(toLineFeeds(body), '&', '=', { maxKeys: maxFormFields })),
  );
}
