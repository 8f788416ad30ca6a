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
import { freePort } from './free-port';
import { findPostgresBinaries } from './postgres-binaries';
import { withClient } from './postgres-client';
import { temporaryFolder } from './temporary-folder';
import { waitLimitMs } from './time-limits';

/** A PostgreSQL server for tests on the loopback interface, without a password. */
export interface PostgresServer {
  /** The address of the maintenance database, through which tests create their own databases. */
  url: string;
  stop: () => Promise<void>;
}

interface Account {
  uid: number;
  gid: number;
}

/**
 * Finds an unprivileged account when running as root, because PostgreSQL refuses to run as root.
 */
function findUnprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+):/m);
  if (!line) throw new Error('PostgreSQL refuses to run as root, and there is no user "nobody".');
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

function makeFolder(folder: string, owner: Account | undefined): void {
  mkdirSync(folder, { mode: 0o700 });
  if (owner) chownSync(folder, owner.uid, owner.gid);
}

/** Creates the data folder, with the sort order of a language, as hosted databases have. */
function initialize(bin: string, data: string, owner: Account | undefined): void {
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

/**
 * Returns whether a standby needs this path of the data folder. It streams the write-ahead log from
 * the primary.
 */
const isCopied = (path: string) =>
  !/\/(postmaster\.(pid|opts)|pg_wal\/.+|pg_replslot\/.+)$/.test(path);

/** Copies the data of a running server and configures the copy as its standby. */
async function copyAsStandby(
  primaryUrl: string,
  data: string,
  owner: Account | undefined,
): Promise<void> {
  await withClient(primaryUrl, async (primary) => {
    const { rows } = await primary.query("select current_setting('data_directory') as folder");
    await primary.query("select pg_backup_start('standby', true)");
    cpSync(rows[0].folder, data, { recursive: true, filter: isCopied });
    const stopped = await primary.query('select labelfile from pg_backup_stop(false)');
    writeFileSync(join(data, 'backup_label'), stopped.rows[0].labelfile);
  });
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

/** Waits until the server logs that it accepts connections. */
function waitUntilReady(supervisor: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => fail('It took too long to start.'), waitLimitMs);
    const fail = (reason: string) => {
      clearTimeout(timer);
      reject(new Error(`PostgreSQL did not start. ${reason}\n${output}`));
    };
    supervisor.once('error', (error) => fail(error.message));
    supervisor.once('exit', (code) => fail(`Exit code ${code}.`));
    supervisor.stderr?.setEncoding('utf8').on('data', (text: string) => {
      // Store only the beginning: the log of a long run would fill the memory.
      if (output.length < 20_000) output += text;
      if (!/ready to accept (read-only )?connections/.test(text)) return;
      clearTimeout(timer);
      resolve();
    });
  });
}

async function stopSupervisor(supervisor: ChildProcess): Promise<void> {
  if (supervisor.exitCode !== null || supervisor.signalCode !== null) return;
  const exited = once(supervisor, 'exit');
  supervisor.stdin?.end();
  await exited;
}

/**
 * Starts a real PostgreSQL with its data in a new folder and with `fsync` on, as is its default. It
 * stops with this process, even if this process crashes.
 * @param place where to store the data; in memory an fsync costs nothing
 * @param primaryUrl the primary, if the server should be the standby of another server from
 *   `startPostgres`
 * @throws with the reason when PostgreSQL can't run on this machine
 */
export async function startPostgres(
  place: 'disk' | 'memory' = 'memory',
  primaryUrl?: string,
): Promise<PostgresServer> {
  const folder = temporaryFolder('disk');
  const store = temporaryFolder(place);
  try {
    const owner = findUnprivilegedAccount();
    for (const { path } of [folder, store]) chmodSync(path, 0o755);
    const bin = findPostgresBinaries(folder.path);
    const data = join(store.path, 'data');
    const socket = join(folder.path, 's');
    makeFolder(socket, owner);
    if (primaryUrl === undefined) initialize(bin, data, owner);
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
    const supervisor = spawn(
      process.execPath,
      [
        fileURLToPath(new URL('postgres-supervisor.mjs', import.meta.url)),
        JSON.stringify(settings),
      ],
      // In its own process group, so that Ctrl+C reaches only the test runner, which then stops the
      // server.
      { detached: true, stdio: ['pipe', 'ignore', 'pipe'] },
    );
    try {
      await waitUntilReady(supervisor);
    } catch (error) {
      await stopSupervisor(supervisor);
      throw error;
    }
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      stop: () => stopSupervisor(supervisor),
    };
  } catch (error) {
    folder.remove();
    store.remove();
    throw error;
  }
}
