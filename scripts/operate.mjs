import { giveUp, prepare } from './prepare.mjs';

await prepare().catch(giveUp);
process.env.NODE_ENV ||= 'production';
const { operate } = await import(new URL('../dist/server/operate.server.js', import.meta.url).href);
process.exit(await operate(process.argv.slice(2)));
