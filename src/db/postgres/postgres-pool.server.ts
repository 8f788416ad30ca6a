import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { isConnectionLoss } from '../storage-error.server';
import {
  createPostgresConnection,
  createStatementNames,
  type PostgresSession,
  type PrepareMode,
  startPostgresSession,
} from './postgres-connection.server';
import { listDatabaseUrls } from './postgres-hosts.server';
import { readPostgresTls } from './postgres-tls.server';
import { startPostgresWatchdog } from './postgres-watchdog.server';

/** By default, the timeout of a request that waits for a connection. */
const defaultConnectTimeoutMs = 1_500;

const defaultMaxConnections = 10;

/** Connections are replaced after this time: the hostname may lead to another server by then. */
const maxLifetimeSeconds = 300;

/**
 * How long a connection to a read-only server is used, unless a later one accepts writes. The next
 * one may reach the primary.
 */
const maxReadOnlyMs = 1_000;

/** The number of connections, of idle ones, and of requests that wait for one. */
export interface PoolCounts {
  total: number;
  idle: number;
  waiting: number;
}

/** The environment variables that a connection to PostgreSQL depends on, besides its address. */
export interface PostgresSettings {
  DATABASE_PREPARE?: PrepareMode | undefined;
  ALLOW_PLAINTEXT?: readonly string[] | undefined;
  /** The maximum of connections of this process. */
  DATABASE_CONNECTIONS?: number | undefined;
  DATABASE_CONNECT_TIMEOUT_MS?: number | undefined;
  /** Whether the address is that of a copy, which never accepts writes. */
  isReplica?: boolean | undefined;
}

/** Counts have 8 bytes. By default node-postgres reads them as text. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

/** Opens a pool of connections to one host, of which none is connected yet. */
function openHost(connectionString: string, settings: PostgresSettings) {
  const { ssl } = readPostgresTls(connectionString, settings);
  const config = { connectionString, types, ...(ssl !== undefined && { ssl }) };
  const sessions = new WeakMap<pg.ClientBase, PostgresSession>();
  const pool = new pg.Pool({
    ...config,
    max: settings.DATABASE_CONNECTIONS ?? defaultMaxConnections,
    // Lets statements share a round trip (`executePipelined`).
    pipeline: true,
    connectionTimeoutMillis: settings.DATABASE_CONNECT_TIMEOUT_MS ?? defaultConnectTimeoutMs,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds,
    application_name: settings.isReplica ? 'crewbridge-replica' : 'crewbridge',
    // Awaited by the pool, unlike its `connect` event. If it fails, nobody gets the connection.
    onConnect: async (client) => {
      const session = await startPostgresSession(client);
      sessions.set(client, session);
      // A pooler may queue the watchdog's query, which would look like a dead server.
      if (session.isDirect) watchdog.add(client);
    },
  });
  // An idle connection that breaks is replaced by the next query. Without a listener its error
  // would end the process.
  pool.on('error', () => {});
  // The same for connections in use: the failing query reports the error.
  pool.on('connect', (client) => client.on('error', () => {}));
  const watchdog = startPostgresWatchdog(pool, config);
  return { pool, sessions, end: () => Promise.all([pool.end(), watchdog.stop()]) };
}

/**
 * Opens a pool of PostgreSQL connections. They fail fast when the server doesn't respond, and are
 * discarded when they break or their server becomes read-only. With several hosts in the URL, they
 * try one after the other until one accepts writes; meanwhile, those that can be read are.
 * @throws PlaintextError when the URL requests an unencrypted connection that no setting allows
 */
export function openPostgresPool(
  connectionString: string,
  settings: PostgresSettings = {},
): PostgresPool & { getCounts: () => PoolCounts } {
  /** The first one is used. */
  const hosts = listDatabaseUrls(connectionString).map((url) => openHost(url, settings));
  const names = createStatementNames(settings.DATABASE_PREPARE ?? 'auto');
  const connections = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const hangingCommits = new Map<pg.PoolClient, Promise<unknown>>();
  /** When the newest connection that accepts writes was opened, as `performance.now()`. */
  let writableAt = Number.NEGATIVE_INFINITY;

  /** Uses the next host, unless another request has already switched. */
  function leave(host: (typeof hosts)[number]): void {
    if (hosts[0] === host) hosts.push(...hosts.splice(0, 1));
  }

  /** Connects to the first host. If it fails, to the next one, once for each host. */
  async function connectToAnyHost() {
    let error: unknown;
    for (const host of [...hosts]) {
      try {
        return { host, client: await host.pool.connect() };
      } catch (reason) {
        error = reason;
        if (!isConnectionLoss(reason)) break;
        leave(host);
      }
    }
    throw error;
  }

  const countAll = (name: 'totalCount' | 'idleCount' | 'waitingCount') =>
    hosts.reduce((sum, { pool }) => sum + pool[name], 0);

  return {
    options: {},
    getCounts: () => ({
      total: countAll('totalCount'),
      idle: countAll('idleCount'),
      waiting: countAll('waitingCount'),
    }),
    async connect() {
      for (;;) {
        const { host, client } = await connectToAnyHost();
        const existing = connections.get(client);
        const session = host.sessions.get(client);
        const isUnwanted = session?.isReadOnly && !settings.isReplica;
        // Used for reads for a second. The next connection leads to another host.
        if (isUnwanted && !existing) leave(host);
        const connectedAt = session?.connectedAt ?? 0;
        if (session && !session.isReadOnly) writableAt = Math.max(writableAt, connectedAt);
        const isStale = () =>
          Boolean(isUnwanted) &&
          (connectedAt < writableAt || performance.now() - connectedAt > maxReadOnlyMs);
        if (session && !isStale()) {
          const connection =
            existing ??
            createPostgresConnection(client, { session, names, isStale, hangingCommits });
          connections.set(client, connection);
          return connection;
        }
        client.release(true);
      }
    },
    async end() {
      // PostgreSQL would let these wait without an end.
      for (const client of hangingCommits.keys()) client.connection.stream.destroy();
      await Promise.all(hosts.map(({ end }) => end()));
    },
  };
}
