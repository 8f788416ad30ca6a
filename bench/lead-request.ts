import { randomInt, randomUUID } from 'node:crypto';
import { sampleLead } from '../tests/support/samples';

/** Builds a request that stores a lead, from a random address so that rate limits do not matter. */
export const createLeadRequest = () => ({
  body: JSON.stringify(sampleLead),
  headers: {
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
    'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
  },
});
