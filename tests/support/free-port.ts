import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Starts a server on a free port of the loopback interface. @returns the port */
export async function listenOnFreePort(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The system assigned no port.');
  return address.port;
}

/** Finds a port that is currently free. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnFreePort(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
