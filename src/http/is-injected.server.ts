import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

/** Returns whether the server sent the request to itself with `inject`, which uses no socket. */
export const isInjected = ({ socket }: IncomingMessage): boolean => !(socket instanceof Socket);
