import { giveUp, prepare } from './prepare.mjs';

await prepare().catch(giveUp);
