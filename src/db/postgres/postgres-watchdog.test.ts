import { createServer, type Socket } from 'node:net';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listenOnFreePort } from '../../../tests/support/free-port';
import { startPostgresWatchdog } from './postgres-watchdog.server';

/** Encodes a message of the PostgreSQL wire protocol. */
function encodeMessage(type: string, body: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + Buffer.byteLength(body));
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
}

const readyForQuery = encodeMessage('Z', 'I');
const startupResponse = Buffer.concat([encodeMessage('R', '\0\0\0\0'), readyForQuery]);
const emptyResult = Buffer.concat([encodeMessage('C', 'SELECT 0\0'), readyForQuery]);
const tooManyClients = encodeMessage('E', 'SFATAL\0C53300\0Mtoo many clients already\0\0');

/** Starts a fake PostgreSQL server. It accepts one connection and passes the others to the handler. */
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
  const port = await listenOnFreePort(server);
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
    finishQuery: () => first?.write(emptyResult),
  };
}

describe('startPostgresWatchdog', () => {
  test('lets queries in flight finish while the server reports too many clients', async () => {
    const { pool, countExtraConnections, finishQuery } = await startServer((socket) =>
      socket.end(tooManyClients),
    );
    const query = pool.query('select 1');
    query.catch(() => {});
    await expect.poll(countExtraConnections).toBeGreaterThan(1);
    finishQuery();
    await expect(query).resolves.toMatchObject({ command: 'SELECT' });
  });

  test('fails queries in flight when the server resets new connections', async () => {
    const { pool } = await startServer((socket) => socket.resetAndDestroy());
    await expect(pool.query('select 1')).rejects.toThrow(/Connection terminated|ECONNRESET/);
  });
});
