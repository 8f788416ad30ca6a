import type { FastifyRequest } from 'fastify';
import { AppError } from '../lib/errors';

/**
 * Refuses compressed bodies (RFC 9110, 15.5.16). Nothing here unpacks one: what a kilobyte becomes is the
 * sender's choice.
 */
export async function refuseCompressed({ headers }: FastifyRequest): Promise<void> {
  const encoding = headers['content-encoding'];
  if (encoding === undefined || encoding.trim().toLowerCase() === 'identity') return;
  throw new AppError('unsupported_type', 'Send the body as it is, without Content-Encoding.');
}
