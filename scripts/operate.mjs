import { fileURLToPath } from 'node:url';
import { giveUp, prepare } from './prepare.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
// npm runs this in the clone, and sets INIT_CWD to the folder that it was called from.
const { INIT_CWD } = process.env;
const callerFolder = process.cwd() === root && INIT_CWD ? INIT_CWD : process.cwd();

await prepare().catch(giveUp);
process.env.NODE_ENV ||= 'production';
const { runCommand } = await import(
  new URL('../dist/server/operate.server.js', import.meta.url).href
);
process.exit(await runCommand(process.argv.slice(2), callerFolder));
