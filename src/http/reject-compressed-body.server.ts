import type { onRequestHookHandler } from 'fastify';
import { AppError } from '../lib/errors';

/**
 * Refuses compressed bodies (RFC 9110, 15.5.16). Nothing here unpacks one: what a kilobyte becomes is the
 * sender's choice.
 */
export const rejectCompressedBody: onRequestHookHandler = ({ headers }, _reply, done) => {
  const encoding = headers['content-encoding'];
  if (encoding === undefined || encoding.trim().toLowerCase() === 'identity') return done();
  done(new AppError('unsupported_type', 'Send the body as it is, without Content-Encoding.'));
};
