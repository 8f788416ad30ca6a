import { spawn } from 'node:child_process';

/**
 * Runs one of the installed tools on this terminal until it exits.
 * @param {string} script the tool's script, under node_modules
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} its exit code; 1 when a signal has ended it
 */
export function runTool(script, args, env = process.env) {
  return new Promise((resolve, reject) => {
    const tool = spawn(process.execPath, [`node_modules/${script}`, ...args], {
      env,
      stdio: 'inherit',
    });
    tool.on('error', reject);
    tool.on('close', (code) => resolve(code ?? 1));
  });
}
