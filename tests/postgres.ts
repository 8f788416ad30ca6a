import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { freePort } from './free-port';
import { postgresBinaries } from './postgres-binaries';
import { temporaryFolder } from './temporary-folder';

/** A PostgreSQL server of our own, on the loopback, without password. */
export interface PostgresServer {
  /** Address of a database that tests connect to for creating theirs. */
  url: string;
  stop: () => Promise<void>;
}

interface Account {
  uid: number;
  gid: number;
}

const startTimeout = 60_000;

/** Whom the server runs as: it refuses to be root's. */
function account(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+):/m);
  if (!line) throw new Error('PostgreSQL refuses to run as root, and there is no user "nobody".');
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

function makeFolder(folder: string, owner: Account | undefined): void {
  mkdirSync(folder, { mode: 0o700 });
  if (owner) chownSync(folder, owner.uid, owner.gid);
}

/** Creates the data folder, with a language's sort order like the one hosted databases have. */
function initialise(bin: string, data: string, owner: Account | undefined): void {
  makeFolder(data, owner);
  const args = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'];
  args.push('--locale-provider=icu', '--icu-locale=en-US', '--no-instructions', '-D', data);
  const { status, error, stdout, stderr } = spawnSync(join(bin, 'initdb'), args, {
    cwd: data,
    encoding: 'utf8',
    ...owner,
  });
  if (status !== 0) throw new Error(`initdb failed. ${error?.message ?? `${stdout}${stderr}`}`);
}

/** What of a running server's data a copy does without: it gets its log from the server itself. */
const isCopied = (path: string) =>
  !/\/(postmaster\.(pid|opts)|pg_wal\/.+|pg_replslot\/.+)$/.test(path);

/** Copies a running server's data, so that a server on the copy follows it as its standby. */
async function copyAsStandby(
  primaryUrl: string,
  data: string,
  owner: Account | undefined,
): Promise<void> {
  const primary = new pg.Client({ connectionString: primaryUrl });
  await primary.connect();
  try {
    const { rows } = await primary.query("select current_setting('data_directory') as folder");
    await primary.query("select pg_backup_start('standby', true)");
    cpSync(rows[0].folder, data, { recursive: true, filter: isCopied });
    const stopped = await primary.query('select labelfile from pg_backup_stop(false)');
    writeFileSync(join(data, 'backup_label'), stopped.rows[0].labelfile);
  } finally {
    await primary.end();
  }
  const { port } = new URL(primaryUrl);
  writeFileSync(
    join(data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres'\n`,
  );
  writeFileSync(join(data, 'standby.signal'), '');
  chmodSync(data, 0o700);
  if (!owner) return;
  for (const name of ['.', ...readdirSync(data, { recursive: true, encoding: 'utf8' })]) {
    chownSync(join(data, name), owner.uid, owner.gid);
  }
}

/** Waits for the server's word that it takes connections. */
function ready(keeper: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => fail('It took too long to start.'), startTimeout);
    const fail = (reason: string) => {
      clearTimeout(timer);
      reject(new Error(`PostgreSQL did not start. ${reason}\n${output}`));
    };
    keeper.once('error', (error) => fail(error.message));
    keeper.once('exit', (code) => fail(`Exit code ${code}.`));
    keeper.stderr?.setEncoding('utf8').on('data', (text: string) => {
      // What it says later is not kept: a long run would fill the memory with it.
      if (output.length < 20_000) output += text;
      if (!/ready to accept (read-only )?connections/.test(text)) return;
      clearTimeout(timer);
      resolve();
    });
  });
}

async function end(keeper: ChildProcess): Promise<void> {
  if (keeper.exitCode !== null || keeper.signalCode !== null) return;
  const exited = once(keeper, 'exit');
  keeper.stdin?.end();
  await exited;
}

/**
 * Starts a real PostgreSQL with its data in a fresh folder and `fsync` as delivered: on. It ends with
 * this process, however that ends.
 * @param place where its data lie; in memory an fsync costs nothing
 * @param primaryUrl makes it the standby of a server that `startPostgres` has started
 * @throws with the reason when that can't be done on this machine
 */
export async function startPostgres(
  place: 'disk' | 'memory' = 'memory',
  primaryUrl?: string,
): Promise<PostgresServer> {
  const folder = temporaryFolder('disk');
  const store = temporaryFolder(place);
  try {
    const owner = account();
    for (const { path } of [folder, store]) chmodSync(path, 0o755);
    const bin = postgresBinaries(folder.path);
    const data = join(store.path, 'data');
    const socket = join(folder.path, 's');
    makeFolder(socket, owner);
    if (primaryUrl === undefined) initialise(bin, data, owner);
    else await copyAsStandby(primaryUrl, data, owner);

    const port = await freePort();
    const options = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: socket,
      max_connections: '200',
      lc_messages: 'C',
    };
    const settings = {
      command: join(bin, 'postgres'),
      args: [
        ...['-D', data, '-p', String(port)],
        ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      folders: [folder.path, store.path],
      ...owner,
    };
    const keeper = spawn(
      process.execPath,
      [fileURLToPath(new URL('postgres-keeper.mjs', import.meta.url)), JSON.stringify(settings)],
      // A process group of its own: a Ctrl+C reaches the runner, which then stops it in order.
      { detached: true, stdio: ['pipe', 'ignore', 'pipe'] },
    );
    try {
      await ready(keeper);
    } catch (error) {
      await end(keeper);
      throw error;
    }
    return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop: () => end(keeper) };
  } catch (error) {
    folder.remove();
    store.remove();
    throw error;
  }
}
