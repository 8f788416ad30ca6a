import pg from 'pg';

/**
 * Milliseconds. A visitor waits at most two seconds for the word that the database does not answer:
 * `connect` for a connection, or `look` and `answer` for a query that is under way.
 */
const patience = { connect: 1_500, look: 300, answer: 1_200 } as const;

/** Ends a connection without a word: one that does not answer would never say goodbye. */
function cut(client: pg.Client): void {
  // The one way to reach the socket of a connection that hangs.
  const { connection } = client as unknown as { connection?: { stream?: { destroy(): void } } };
  connection?.stream?.destroy();
}

/**
 * Sees to it that a database that has stopped answering (frozen, unplugged) fails its queries instead
 * of keeping them: while any is under way, a connection apart asks for a sign of life. A limit on each
 * query's time would do that as well, and would end the long ones of a healthy database.
 */
function watch(pool: pg.Pool, connectionString: string): void {
  const clients = new Set<pg.Client>();
  pool.on('connect', (client) => clients.add(client as unknown as pg.Client));
  pool.on('remove', (client) => clients.delete(client as unknown as pg.Client));
  let watcher: pg.Client | undefined;
  let isAsking = false;

  async function ask(): Promise<void> {
    if (!watcher) {
      watcher = new pg.Client({
        connectionString,
        connectionTimeoutMillis: patience.answer,
        application_name: 'crewbridge-watch',
      });
      watcher.on('error', () => {
        watcher = undefined;
      });
      await watcher.connect();
    }
    await watcher.query('select 1');
  }

  async function look(): Promise<void> {
    if (isAsking || pool.totalCount === pool.idleCount) return;
    isAsking = true;
    const late = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('no answer')), patience.answer).unref();
    });
    try {
      const asked = ask();
      asked.catch(() => {});
      await Promise.race([asked, late]);
    } catch {
      if (watcher) cut(watcher);
      watcher = undefined;
      for (const client of clients) cut(client);
    } finally {
      isAsking = false;
    }
  }

  const timer = setInterval(look, patience.look);
  timer.unref();
  const end = pool.end.bind(pool);
  pool.end = (async () => {
    clearInterval(timer);
    await end();
    await watcher?.end().catch(() => {});
  }) as typeof pool.end;
}

/** Names by text of the statements that connections keep prepared; there are fewer different ones. */
const prepared = new Map<string, string>();
const mostPrepared = 100;

function preparedName(text: string): string | undefined {
  const known = prepared.get(text);
  if (known !== undefined || prepared.size === mostPrepared) return known;
  const name = `insert-${prepared.size}`;
  prepared.set(text, name);
  return name;
}

/**
 * Has inserts parsed and planned once a connection: with an enquiry that was a third of PostgreSQL's work.
 * Inserts alone: a plan for any values can be a bad one for a search's, and a kept `select *` fails when
 * another process, newer than this, has added a column.
 */
function prepareInserts(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
  const send = (text: unknown, values: unknown, ...more: unknown[]) => {
    const isInsert = typeof text === 'string' && /^insert into (?!.* returning \*)/s.test(text);
    const name = isInsert && Array.isArray(values) ? preparedName(text) : undefined;
    return name === undefined
      ? query(text, values, ...more)
      : query({ name, text, values }, ...more);
  };
  client.query = send as typeof client.query;
}

/** The connections to PostgreSQL, which fail soon when it does not answer. */
export function postgresPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    // Statements that are sent together travel together (`executeTogether`).
    pipeline: true,
    connectionTimeoutMillis: patience.connect,
    idleTimeoutMillis: 30_000,
    statement_timeout: 10_000,
    application_name: 'crewbridge',
  });
  // An idle connection that breaks (the server was restarted) is replaced by the next query; without
  // a listener its error would end the process.
  pool.on('error', () => {});
  // The same of one that is in use: its query fails besides, and says why.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('connect', prepareInserts);
  watch(pool, connectionString);
  return pool;
}
