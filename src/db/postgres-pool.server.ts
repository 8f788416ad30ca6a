import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { createPostgresConnection } from './postgres-connection.server';
import { type PostgresSession, startPostgresSession } from './postgres-session.server';
import { readPostgresTls } from './postgres-tls.server';
import { startPostgresWatchdog } from './postgres-watchdog.server';
import { createStatementNames, type PrepareMode } from './prepared-statements.server';

/** The timeout of a request that waits for a connection. */
const connectTimeoutMs = 1_500;

/** Connections are replaced after this time: the hostname may lead to another server by then. */
const maxLifetimeSeconds = 300;

/** How long a connection to a read-only server is used. The next one may reach the primary. */
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
}

/**
 * Opens a pool of PostgreSQL connections. They fail fast when the server doesn't respond, and are
 * discarded when they break or their server becomes read-only.
 * @throws PlaintextError when the URL requests an unencrypted connection that no setting allows
 */
export function openPostgresPool(
  connectionString: string,
  settings: PostgresSettings = {},
): PostgresPool & { getCounts: () => PoolCounts } {
  const { ssl } = readPostgresTls(connectionString, settings);
  const clientConfig: pg.ClientConfig = { connectionString, ...(ssl !== undefined && { ssl }) };
  const names = createStatementNames(settings.DATABASE_PREPARE ?? 'auto');
  const sessions = new WeakMap<pg.ClientBase, PostgresSession>();
  const connections = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  /** Connections opened before this time lead to a server that has become read-only. */
  let staleBefore = 0;

  const pool = new pg.Pool({
    ...clientConfig,
    max: 10,
    // Lets statements share a round trip (`executePipelined`).
    pipeline: true,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds,
    application_name: 'crewbridge',
    // Awaited by the pool, unlike its `connect` event. Errors reject the request for a connection.
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
  const watchdog = startPostgresWatchdog(pool, clientConfig);

  const isStale = ({ connectedAt, isReadOnly }: PostgresSession): boolean =>
    connectedAt < staleBefore || (isReadOnly && performance.now() - connectedAt > maxReadOnlyMs);

  function wrapClient(client: pg.PoolClient, session: PostgresSession): PostgresPoolClient {
    const existing = connections.get(client);
    if (existing) return existing;
    const connection = createPostgresConnection(client, {
      session,
      names,
      onReadOnly: () => {
        staleBefore = performance.now();
      },
      isStale: () => isStale(session),
    });
    connections.set(client, connection);
    return connection;
  }

  return {
    getCounts: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async connect() {
      for (;;) {
        const client = await pool.connect();
        const session = sessions.get(client);
        if (session && !isStale(session)) return wrapClient(client, session);
        client.release(true);
      }
    },
    async end() {
      await Promise.all([pool.end(), watchdog.stop()]);
    },
  };
}
