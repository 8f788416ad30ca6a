import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The project's folder, where npm runs its scripts. */
export const projectRoot = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs one of the owner's commands, as npm does.
 * @param env its settings, and `INIT_CWD`, where npm was called from
 */
export async function operate(env: Record<string, string>, ...args: string[]) {
  return runOperate(projectRoot, env, ...args);
}

/** Runs one of the owner's commands by Node itself. @param cwd where it is called from */
export const runOperate = (cwd: string, env: Record<string, string>, ...args: string[]) =>
  runNode(cwd, env, `${projectRoot}/scripts/operate.mjs`, ...args);

/** Runs a script to its end. @returns its exit code, and all that it has printed */
export async function runNode(cwd: string, env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}
