import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import {
  createPostgresConnection,
  type PostgresSession,
  startPostgresSession,
} from './postgres-connection.server';
import { createHostChoice, listDatabaseUrls } from './postgres-hosts.server';
import { readPostgresTls } from './postgres-tls.server';
import { startPostgresWatchdog } from './postgres-watchdog.server';
import { createStatementNames, type PrepareMode } from './prepared-statements.server';
import { isConnectionLoss } from './storage-error.server';

/** By default, the timeout of a request that waits for a connection. */
const defaultConnectTimeoutMs = 1_500;

const defaultMaxConnections = 10;

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
  /** The maximum of connections of this process. */
  DATABASE_CONNECTIONS?: number | undefined;
  DATABASE_CONNECT_TIMEOUT_MS?: number | undefined;
  /** Whether the address is that of a copy, which never accepts writes. */
  isReplica?: boolean | undefined;
}

/** Counts have 8 bytes. By default node-postgres reads them as text. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

/** Returns the configuration of a connection to a single host. */
function readClientConfig(connectionString: string, settings: PostgresSettings): pg.ClientConfig {
  const { ssl } = readPostgresTls(connectionString, settings);
  return { connectionString, types, ...(ssl !== undefined && { ssl }) };
}

/**
 * Creates the driver's pool. A connection leads to the host that is chosen when it is opened.
 * @param onConnect called with a new connection before it is used. If it fails, the request for a
 *   connection fails.
 */
function createDriverPool(
  settings: PostgresSettings,
  configs: ReadonlyMap<string, pg.ClientConfig>,
  chooseUrl: () => string,
  onConnect: (client: pg.ClientBase) => Promise<void>,
) {
  const clientUrls = new WeakMap<pg.ClientBase, string>();

  class HostClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      const url = chooseUrl();
      super({ ...config, ...configs.get(url) });
      clientUrls.set(this, url);
    }
  }

  const pool = new pg.Pool({
    Client: HostClient,
    max: settings.DATABASE_CONNECTIONS ?? defaultMaxConnections,
    // Lets statements share a round trip (`executePipelined`).
    pipeline: true,
    connectionTimeoutMillis: settings.DATABASE_CONNECT_TIMEOUT_MS ?? defaultConnectTimeoutMs,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds,
    application_name: settings.isReplica ? 'crewbridge-replica' : 'crewbridge',
    // Awaited by the pool, unlike its `connect` event.
    onConnect,
  });
  // An idle connection that breaks is replaced by the next query. Without a listener its error
  // would end the process.
  pool.on('error', () => {});
  // The same for connections in use: the failing query reports the error.
  pool.on('connect', (client) => client.on('error', () => {}));
  return { pool, getUrl: (client: pg.ClientBase) => clientUrls.get(client) };
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
  const configs = new Map(
    listDatabaseUrls(connectionString).map((url) => [url, readClientConfig(url, settings)]),
  );
  const hosts = createHostChoice([...configs.keys()]);
  const names = createStatementNames(settings.DATABASE_PREPARE ?? 'auto');
  const sessions = new WeakMap<pg.ClientBase, PostgresSession>();
  const connections = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  /** Connections opened before this time lead to a server that has become read-only. */
  let staleBefore = 0;

  const { pool, getUrl } = createDriverPool(settings, configs, hosts.current, async (client) => {
    const session = await startPostgresSession(client);
    sessions.set(client, session);
    // A pooler may queue the watchdog's query, which would look like a dead server.
    if (session.isDirect) watchdogs.get(getUrl(client) ?? '')?.add(client);
  });
  // One for each host: a connection may outlive the choice of its host.
  const watchdogs = new Map(
    [...configs].map(([url, config]) => [url, startPostgresWatchdog(pool, config)]),
  );

  const isStale = ({ connectedAt, isReadOnly }: PostgresSession): boolean =>
    connectedAt < staleBefore ||
    (isReadOnly && !settings.isReplica && performance.now() - connectedAt > maxReadOnlyMs);

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

  /** Connects to the chosen host. If it fails, to the next one, once for each host. */
  async function connectToAnyHost(): Promise<pg.PoolClient> {
    for (let attempt = 1; ; attempt += 1) {
      const url = hosts.current();
      try {
        return await pool.connect();
      } catch (error) {
        if (attempt >= hosts.count || !isConnectionLoss(error)) throw error;
        hosts.leave(url);
      }
    }
  }

  return {
    options: pool.options,
    getCounts: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async connect() {
      for (;;) {
        const client = await connectToAnyHost();
        const session = sessions.get(client);
        const isNew = !connections.has(client);
        // Used for reads for a second. The next connection leads to another host.
        if (isNew && session?.isReadOnly && !settings.isReplica) hosts.leave(getUrl(client));
        if (session && !isStale(session)) return wrapClient(client, session);
        client.release(true);
      }
    },
    async end() {
      await Promise.all([pool.end(), ...[...watchdogs.values()].map(({ stop }) => stop())]);
    },
  };
}
