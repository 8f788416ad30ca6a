import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startPostgresWatchdog } from './postgres-watchdog.server';

/** Encodes a message of PostgreSQL's protocol. */
function encode(type: string, body: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + Buffer.byteLength(body));
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
}

const ready = encode('Z', 'I');
const startupResponse = Buffer.concat([encode('R', '\0\0\0\0'), ready]);
const result = Buffer.concat([encode('C', 'SELECT 0\0'), ready]);
const noConnectionLeft = encode('E', 'SFATAL\0C53300\0Mtoo many clients already\0\0');

/** Starts a server that accepts one connection and passes the others to the handler. */
async function startServer(handleExtraConnection: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    if (first === undefined) {
      first = socket;
      socket.once('data', () => socket.write(startupResponse));
    } else {
      extraConnections += 1;
      socket.once('data', () => handleExtraConnection(socket));
    }
  });
  let first: Socket | undefined;
  let extraConnections = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const config = { host: '127.0.0.1', port, user: 'site', database: 'site', ssl: false };
  const pool = new pg.Pool(config);
  pool.on('error', () => {});
  const watchdog = startPostgresWatchdog(pool, config);
  pool.on('connect', watchdog.add);
  onTestFinished(async () => {
    await watchdog.stop();
    first?.destroy();
    server.close();
  });
  return {
    pool,
    countExtraConnections: () => extraConnections,
    finishQuery: () => first?.write(result),
  };
}

describe('watchConnections', () => {
  test('keeps queries in flight while the server says that it has no connection left', async () => {
    const { pool, countExtraConnections, finishQuery } = await startServer((socket) =>
      socket.end(noConnectionLeft),
    );
    const query = pool.query('select 1');
    query.catch(() => {});
    await expect.poll(countExtraConnections, { timeout: 10_000 }).toBeGreaterThan(1);
    finishQuery();
    await expect(query).resolves.toMatchObject({ command: 'SELECT' });
  });

  test('ends queries in flight when new connections break', async () => {
    const { pool } = await startServer((socket) => socket.resetAndDestroy());
    await expect(pool.query('select 1')).rejects.toThrow(/Connection terminated|ECONNRESET/);
  });
});
