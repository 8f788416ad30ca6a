import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port';
import { waitLimitMs } from './time-limits';

const defaultEntry = fileURLToPath(new URL('../../dist/server/main.server.js', import.meta.url));

/**
 * Setting with which the servers of all tests and runs share their compiled code. Without it, a start
 * took a tenth more of the processor: 0.06 s, about 200 times a run. Benchmarks measure the start
 * without it.
 */
export const codeCache = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/server', import.meta.url)),
};

interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

interface Options {
  /** Maximum time until it listens, in milliseconds. */
  timeout?: number;
  /** `false` returns before the server listens. */
  wait?: boolean;
  /** The entry file of another build. */
  entry?: string;
  /** The user and group to run as, instead of this process's. Only root may set it. */
  userId?: number;
}

/**
 * Environment variables to pass on. All others are withheld, so that settings of the developer's
 * shell have no effect.
 */
const inherited = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SystemRoot', 'TEMP'];

/** Returns the message of each log line. Other lines stay as they are. */
function readMessages(output: string): string {
  const lines = output.trim().split('\n');
  return lines.map((line) => (line.startsWith('{') ? JSON.parse(line).msg : line)).join('\n');
}

/**
 * Starts the built server on a free port, or on `env.PORT`, and waits until it listens.
 * @param env its settings. `DATA_DIR` is also its working directory, so that it does not read the
 *   repository's `.env`.
 * @throws with its output when it exits or times out before it listens
 */
export async function startServer(
  env: Record<string, string> & { DATA_DIR: string },
  { timeout = waitLimitMs, wait = true, entry = defaultEntry, userId }: Options = {},
) {
  const port = env.PORT ? Number(env.PORT) : await freePort();
  const inheritedEntries = inherited.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const child = spawn(process.execPath, [entry], {
    cwd: env.DATA_DIR,
    ...(userId !== undefined && { uid: userId, gid: userId }),
    env: {
      ...Object.fromEntries(inheritedEntries),
      NODE_ENV: 'production',
      // As `npm start` sets it.
      MALLOC_TRIM_THRESHOLD_: '524288',
      MALLOC_ARENA_MAX: '1',
      ...env,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const exited = new Promise<Exit>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  // A test runner that exits early must not leave a server behind.
  const killNow = () => child.kill('SIGKILL');
  process.once('exit', killNow);
  const removeListener = () => process.off('exit', killNow);
  exited.then(removeListener, removeListener);

  const listening = new Promise<string>((resolve, reject) => {
    const fail = (reason: string) => {
      clearTimeout(timer);
      reject(new Error(`${reason}\n${readMessages(output)}\n`));
    };
    const timer = setTimeout(() => {
      fail(`The server was not listening after ${timeout} ms.`);
      killNow();
    }, timeout);
    exited.then(
      ({ code, signal }) => fail(`The server ended (${signal ?? code}) before it listened.`),
      (error: Error) => fail(error.message),
    );
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const found = output.match(/ is listening on (http:[^\s"]+)"/);
        if (!found?.[1]) return;
        clearTimeout(timer);
        resolve(found[1]);
      });
    }
  });

  const kill = (signal: NodeJS.Signals = 'SIGKILL') => {
    child.kill(signal);
    return exited;
  };
  const server = {
    port,
    pid: child.pid ?? 0,
    /** Everything that it has written to stdout and stderr. */
    output: () => output,
    /** The messages of its log, one per line. */
    messages: () => readMessages(output),
    /** Settles when the process has exited. */
    exited,
    kill,
    /** Sends SIGTERM and waits until the process has exited. */
    stop: () => kill('SIGTERM'),
  };
  if (wait) return { url: await listening, ...server };
  listening.catch(() => {});
  return { url: `http://localhost:${port}`, ...server };
}

export type ServerProcess = Awaited<ReturnType<typeof startServer>>;
