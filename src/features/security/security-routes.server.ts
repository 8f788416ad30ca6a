import type { FastifyRequest } from 'fastify';
import { type Api, failures, idParams, noContent } from '../../lib/api.server';
import type { Database } from '../../lib/database.server';
import type { Environment } from '../../lib/environment.server';
import { AppError } from '../../lib/errors';
import { inTransaction } from '../../lib/in-transaction.server';
import { z } from '../../lib/schema';
import { forgetOtherDevices } from '../auth/known-device.server';
import { sessionToken } from '../auth/require-admin.server';
import {
  endListedSession,
  endOtherSessions,
  sessionsOf,
  sessionUser,
} from '../auth/session-store.server';
import { countGuess, proveIdentity, readProofBucket } from '../auth/sign-in.server';
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
  type EndSessionsInput,
  endSessionsInput,
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
        operationId: 'listSecurityEvents',
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
        operationId: 'listSessions',
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

  const endSchema = {
    tags,
    params: idParams,
    body: endSessionsInput,
    response: {
      204: noContent,
      ...failures('invalid', 'unauthenticated', 'not_found', 'too_many_requests'),
    },
  };

  /** Ends a listed session. A stolen session must not be able to sign its owner out, hence the proof. */
  async function endOne(request: FastifyRequest, id: string, proof: EndSessionsInput) {
    const { userId } = await asking(request);
    await proveIdentity(parts, request, proof);
    await inTransaction(db, async (transaction) => {
      if (!(await endListedSession(transaction, userId, id))) {
        throw new AppError('not_found', 'This session has ended already.');
      }
      await recordEvent(transaction, { kind: 'session-ended', request });
    });
  }

  api.post(
    `${root}/sessions/:id/end`,
    { config, schema: { ...endSchema, operationId: 'endSession', summary: 'End a session' } },
    async (request, reply) => {
      await endOne(request, request.params.id, request.body);
      return reply.code(204).send();
    },
  );

  api.delete(
    `${root}/sessions/:id`,
    {
      config,
      // Clients of an earlier release send no body: the response names the field that is missing.
      preValidation: (request, _reply, done) => {
        Object.assign(request, { body: request.body ?? {} });
        done();
      },
      schema: {
        ...endSchema,
        operationId: 'deleteSession',
        summary: 'End a session, as clients of earlier releases do',
      },
    },
    async (request, reply) => {
      await endOne(request, request.params.id, request.body);
      return reply.code(204).send();
    },
  );

  api.post(
    `${root}/sessions/end-others`,
    {
      config,
      schema: {
        operationId: 'endOtherSessions',
        tags,
        summary: 'End all sessions but this one',
        description: 'All other devices become strangers again, too.',
        body: endSessionsInput,
        response: {
          204: noContent,
          ...failures('invalid', 'unauthenticated', 'too_many_requests'),
        },
      },
    },
    async (request, reply) => {
      const { userId, token } = await asking(request);
      await proveIdentity(parts, request, request.body);
      await inTransaction(db, async (transaction) => {
        await endOtherSessions(transaction, userId, token);
        await forgetOtherDevices(transaction, userId, request, environment);
        await recordEvent(transaction, { kind: 'sessions-ended', request });
      });
      return reply.code(204).send();
    },
  );

  api.get(
    `${root}/second-factor`,
    {
      config,
      schema: {
        operationId: 'getSecondFactor',
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
        operationId: 'beginSecondFactorSetup',
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
      if (await hasSecondFactor(db, userId)) {
        throw new AppError('conflict', 'The second factor is on already.');
      }
      // A stolen session must not be able to lock the owner out.
      await proveIdentity(parts, request, request.body);
      return beginSetup(parts, userId);
    },
  );

  api.post(
    `${root}/second-factor/confirm`,
    {
      config,
      schema: {
        operationId: 'confirmSecondFactor',
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
      const bucket = readProofBucket(request, environment, 'setup');
      await countGuess(db, { address: bucket, network: null }, request);
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
        operationId: 'renewRecoveryCodes',
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
        operationId: 'turnOffSecondFactor',
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
