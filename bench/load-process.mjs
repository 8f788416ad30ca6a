import { randomInt, randomUUID } from 'node:crypto';
import autocannon from 'autocannon';

/**
 * Sends requests until the duration is over, and prints how many got the expected status. A process of
 * its own, so that it can be bound to a core and several can run side by side. Each request of
 * `visitorBody` comes from a random address, so that rate limits do not affect the measurement.
 */
const { url, connections, duration, headers, status, visitorBody } = JSON.parse(process.argv[2]);

const setupRequest = (request) => ({
  ...request,
  body: visitorBody,
  headers: {
    ...request.headers,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
    'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
  },
});

const result = await autocannon({
  url,
  connections,
  duration,
  headers,
  ...(visitorBody && { method: 'POST', requests: [{ setupRequest }] }),
});
const counts = Object.entries(result.statusCodeStats).map(([code, { count }]) => [code, count]);
const { [status]: responses = 0, ...unexpected } = Object.fromEntries(counts);
process.stdout.write(JSON.stringify({ responses, unexpected, errors: result.errors }));
