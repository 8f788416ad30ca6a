import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The root of the repository, where npm runs its scripts. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs a command of `scripts/operate.mjs` as npm does.
 * @param env its environment, and `INIT_CWD`, the folder that npm was called from
 */
export async function operate(env: Record<string, string>, ...args: string[]) {
  return runOperate(projectRoot, env, ...args);
}

/** Runs `npm run doctor`. @returns its output */
export const runDoctor = async (env: Record<string, string>): Promise<string> =>
  (await operate(env, 'doctor')).output;

/** Runs a command of `scripts/operate.mjs` with Node directly. @param cwd the working directory */
export const runOperate = (cwd: string, env: Record<string, string>, ...args: string[]) =>
  runNode(cwd, env, `${projectRoot}/scripts/operate.mjs`, ...args);

/** Collects what a process writes to stdout and stderr. @returns a function that returns it */
export function collectOutput({ stdout, stderr }: ChildProcess): () => string {
  let output = '';
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return () => output;
}

/** Runs a Node script until it exits. @returns its exit code and its output */
export async function runNode(cwd: string, env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const readOutput = collectOutput(child);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output: readOutput() };
}
