import { parse } from 'node:querystring';
import type { onRequestHookHandler } from 'fastify';
import { AppError } from '../lib/errors';
import type { Api } from './api.server';

/** The talent filter takes the most: 50 values in each of its four parameters. */
const maxQueryParameters = 250;

/** The inquiry form, the largest, has about 30 fields. */
const maxFormFields = 100;

/** Bytes of a form's body. */
const maxFormBytes = 100 * 1024;

/** Whether a text of pairs, `a=1&b=2`, has more than so many. */
function hasMoreThan(pairs: string, max: number): boolean {
  let count = 1;
  for (let at = pairs.indexOf('&'); at >= 0; at = pairs.indexOf('&', at + 1)) {
    count += 1;
    if (count > max) return true;
  }
  return false;
}

/** Refuses an address with more parameters than any route reads: each costs time in validation and matching. */
export const limitQueryParameters: onRequestHookHandler = ({ url }, _reply, done) => {
  done(
    hasMoreThan(url, maxQueryParameters)
      ? new AppError('invalid', 'The address has too many parameters.')
      : undefined,
  );
};

/**
 * Reads plain forms (`application/x-www-form-urlencoded`) in this scope alone: elsewhere, a form of another
 * site must not be taken. One with more fields than any form has is refused unread, because each field costs
 * time in validation and rendering.
 */
export function addFormParser(scope: Api): void {
  scope.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxFormBytes },
    (_request, body, done) => {
      if (hasMoreThan(body, maxFormFields)) {
        done(new AppError('too_large', 'The form has too many fields.'));
        return;
      }
      done(null, parse(body, '&', '=', { maxKeys: maxFormFields }));
    },
  );
}
