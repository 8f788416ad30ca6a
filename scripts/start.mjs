import { giveUp, prepare } from './prepare.mjs';

await prepare().catch(giveUp);
process.env.NODE_ENV ||= 'production';
// In the same process, so that signals reach the server itself.
await import(new URL('../dist/server/main.server.js', import.meta.url).href);
