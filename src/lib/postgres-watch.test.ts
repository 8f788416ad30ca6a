import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { watchConnections } from './postgres-watch.server';

/** A message of PostgreSQL's protocol. */
function encode(type: string, body: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + Buffer.byteLength(body));
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
}

const ready = encode('Z', 'I');
const welcome = Buffer.concat([encode('R', '\0\0\0\0'), ready]);
const result = Buffer.concat([encode('C', 'SELECT 0\0'), ready]);
const noConnectionLeft = encode('E', 'SFATAL\0C53300\0Mtoo many clients already\0\0');

/** A server that accepts one connection, and handles the others as `refuse` does. */
async function startServer(refuse: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    if (first === undefined) {
      first = socket;
      socket.once('data', () => socket.write(welcome));
    } else {
      refusals += 1;
      socket.once('data', () => refuse(socket));
    }
  });
  let first: Socket | undefined;
  let refusals = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const config = { host: '127.0.0.1', port, user: 'site', database: 'site', ssl: false };
  const pool = new pg.Pool(config);
  pool.on('error', () => {});
  const watch = watchConnections(pool, config);
  pool.on('connect', watch.add);
  onTestFinished(async () => {
    await watch.stop();
    first?.destroy();
    server.close();
  });
  return { pool, countRefusals: () => refusals, finishQuery: () => first?.write(result) };
}

describe('watchConnections', () => {
  test('keeps queries in flight while the server says that it has no connection left', async () => {
    const { pool, countRefusals, finishQuery } = await startServer((socket) =>
      socket.end(noConnectionLeft),
    );
    const query = pool.query('select 1');
    query.catch(() => {});
    await expect.poll(countRefusals, { timeout: 10_000 }).toBeGreaterThan(1);
    finishQuery();
    await expect(query).resolves.toMatchObject({ command: 'SELECT' });
  });

  test('ends queries in flight when new connections break', async () => {
    const { pool } = await startServer((socket) => socket.resetAndDestroy());
    await expect(pool.query('select 1')).rejects.toThrow(/Connection terminated|ECONNRESET/);
  });
});
