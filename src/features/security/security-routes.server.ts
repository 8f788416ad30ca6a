import type { FastifyRequest } from 'fastify';
import { type Api, failures, idParams, noContent } from '../../lib/api.server';
import type { Database } from '../../lib/database.server';
import type { Environment } from '../../lib/environment.server';
import { AppError } from '../../lib/errors';
import { z } from '../../lib/schema';
import { forgetOtherDevices } from '../auth/known-device.server';
import { sessionToken } from '../auth/require-admin.server';
import {
  endListedSession,
  endOtherSessions,
  sessionsOf,
  sessionUser,
} from '../auth/session-store.server';
import { countGuess, proveIdentity } from '../auth/sign-in.server';
import { forgetFailures } from '../auth/sign-in-limit.server';
import {
  beginSetup,
  confirmSetup,
  hasSecondFactor,
  renewRecoveryCodes,
  secondFactorOf,
  turnOffSecondFactor,
} from './second-factor.server';
import {
  confirmInput,
  proofInput,
  recoveryCodes,
  runningSession,
  secondFactorState,
  securityEvent,
  setup,
  setupInput,
} from './security';
import { recentEvents, recordEvent } from './security-events.server';

const tags = ['security'];
const config = { access: 'admin' } as const;
const root = '/api/security';

/** The owner's second factor, running sessions, and what has happened to the way in. */
export function securityRoutes(api: Api, db: Database, environment: Environment): void {
  const parts = { db, environment };

  /** The session that asks, which the guard has let in. */
  async function asking(request: FastifyRequest) {
    const token = sessionToken(request, environment) ?? '';
    const userId = await sessionUser(db, token);
    if (userId === undefined) throw new AppError('unauthenticated', 'Please sign in.');
    return { token, userId };
  }

  api.get(
    `${root}/events`,
    {
      config,
      schema: {
        tags,
        summary: 'Sign-ins, failures and changes, newest first',
        response: { 200: z.array(securityEvent), ...failures('unauthenticated') },
      },
    },
    () => recentEvents(db),
  );

  api.get(
    `${root}/sessions`,
    {
      config,
      schema: {
        tags,
        summary: 'The running sessions',
        response: { 200: z.array(runningSession), ...failures('unauthenticated') },
      },
    },
    async (request) => {
      const { userId, token } = await asking(request);
      return sessionsOf(db, userId, token);
    },
  );

  api.delete(
    `${root}/sessions/:id`,
    {
      config,
      schema: {
        tags,
        summary: 'End a session',
        params: idParams,
        response: { 204: noContent, ...failures('unauthenticated', 'not_found') },
      },
    },
    async (request, reply) => {
      const { userId } = await asking(request);
      if (!(await endListedSession(db, userId, request.params.id))) {
        throw new AppError('not_found', 'This session has ended already.');
      }
      await recordEvent(db, { kind: 'session-ended', request });
      return reply.code(204).send();
    },
  );

  api.post(
    `${root}/sessions/end-others`,
    {
      config,
      schema: {
        tags,
        summary: 'End all sessions but this one',
        description: 'All other devices become strangers again, too.',
        response: { 204: noContent, ...failures('unauthenticated') },
      },
    },
    async (request, reply) => {
      const { userId, token } = await asking(request);
      await endOtherSessions(db, userId, token);
      await forgetOtherDevices(db, userId, request, environment);
      await recordEvent(db, { kind: 'sessions-ended', request });
      return reply.code(204).send();
    },
  );

  api.get(
    `${root}/second-factor`,
    {
      config,
      schema: {
        tags,
        summary: 'Is the second factor on?',
        response: { 200: secondFactorState, ...failures('unauthenticated') },
      },
    },
    async (request) => secondFactorOf(db, (await asking(request)).userId),
  );

  api.post(
    `${root}/second-factor/setup`,
    {
      config,
      schema: {
        tags,
        summary: 'Make a secret for an authenticator app',
        body: setupInput,
        response: {
          200: setup,
          ...failures('invalid', 'unauthenticated', 'conflict', 'too_many_requests'),
        },
      },
    },
    async (request) => {
      const { userId } = await asking(request);
      // A stolen session must not be able to lock the owner out.
      await proveIdentity(parts, request, request.body);
      if (await hasSecondFactor(db, userId)) {
        throw new AppError('conflict', 'The second factor is on already.');
      }
      return beginSetup(parts, userId);
    },
  );

  api.post(
    `${root}/second-factor/confirm`,
    {
      config,
      schema: {
        tags,
        summary: 'Turn the second factor on, with the first code of the app',
        body: confirmInput,
        response: {
          200: recoveryCodes,
          ...failures('invalid', 'unauthenticated', 'conflict', 'too_many_requests'),
        },
      },
    },
    async (request) => {
      const { userId } = await asking(request);
      const bucket = `setup:${userId}`;
      await countGuess(db, bucket, request);
      const codes = await confirmSetup(parts, userId, request.body.code);
      if (!codes) {
        throw new AppError('invalid', 'Please check the marked fields.', {
          fields: { code: 'This code is wrong. Is the clock of the phone right?' },
        });
      }
      await forgetFailures(db, bucket);
      await recordEvent(db, { kind: 'second-factor-on', request });
      return { recoveryCodes: codes };
    },
  );

  api.post(
    `${root}/second-factor/recovery-codes`,
    {
      config,
      schema: {
        tags,
        summary: 'Make new recovery codes; those of before count no longer',
        body: proofInput,
        response: {
          200: recoveryCodes,
          ...failures('invalid', 'unauthenticated', 'conflict', 'too_many_requests'),
        },
      },
    },
    async (request) => {
      const { userId } = await asking(request);
      await proveIdentity(parts, request, request.body);
      await recordEvent(db, { kind: 'recovery-codes-renewed', request });
      return { recoveryCodes: await renewRecoveryCodes(db, userId) };
    },
  );

  api.post(
    `${root}/second-factor/turn-off`,
    {
      config,
      schema: {
        tags,
        summary: 'Turn the second factor off',
        body: proofInput,
        response: {
          204: noContent,
          ...failures('invalid', 'unauthenticated', 'conflict', 'too_many_requests'),
        },
      },
    },
    async (request, reply) => {
      const { userId } = await asking(request);
      await proveIdentity(parts, request, request.body);
      await turnOffSecondFactor(db, userId);
      await recordEvent(db, { kind: 'second-factor-off', request });
      return reply.code(204).send();
    },
  );
}
