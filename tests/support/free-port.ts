import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Starts a server on a free port of the loopback interface. @returns the port */
export async function listenOnFreePort(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The system assigned no port.');
  return address.port;
}

/** Ports that no system assigns by itself: to another test's server, before this one listens. */
const portRange = { first: 20_000, count: 12_000 };

/** Each process begins elsewhere, so that two of them hardly ever find the same port. */
let offset = randomInt(portRange.count);

/** Finds a port that is currently free. */
export async function freePort(): Promise<number> {
  for (;;) {
    offset = (offset + 1) % portRange.count;
    const port = portRange.first + offset;
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
