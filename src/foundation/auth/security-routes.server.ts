import type { FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.server';
import { runInTransaction } from '../../db/run-in-transaction.server';
import { type Api, describeErrors, idParams, noContent } from '../../http/api.server';
import { AppError } from '../../lib/errors';
import { z } from '../../lib/schema';
import type { Environment } from '../settings/environment.server';
import { forgetOtherDevices } from './known-device.server';
import { readSessionToken } from './require-admin.server';
import {
  beginSetup,
  confirmSetup,
  getSecondFactorState,
  hasSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from './second-factor.server';
import {
  confirmInput,
  type EndSessionsInput,
  endSessionsInput,
  proofInput,
  recoveryCodes,
  runningSession,
  secondFactorSetup,
  secondFactorState,
  securityEvent,
  setupInput,
} from './security-contract';
import { listRecentEvents, recordSecurityEvent } from './security-event-store.server';
import {
  endListedSession,
  endOtherSessions,
  findSessionUser,
  listSessions,
} from './session-store.server';
import { countAttempt, getProofBucket, proveIdentity } from './sign-in.server';
import { clearFailures } from './sign-in-limit.server';

const tags = ['security'];
const config = { access: 'admin' } as const;
const basePath = '/api/security';

/** Registers the routes for the second factor, running sessions and security events. */
export function registerSecurityRoutes(api: Api, db: Database, environment: Environment): void {
  const context = { db, environment };

  /** Returns the session of a request that the access hook has authorized. */
  async function requireSession(request: FastifyRequest) {
    const token = readSessionToken(request, environment) ?? '';
    const userId = await findSessionUser(db, token);
    if (userId === undefined) throw new AppError('unauthenticated', 'Please sign in.');
    return { token, userId };
  }

  api.get(
    `${basePath}/events`,
    {
      config,
      schema: {
        operationId: 'listSecurityEvents',
        tags,
        summary: 'Sign-ins, failures and changes, newest first',
        response: { 200: z.array(securityEvent), ...describeErrors('unauthenticated') },
      },
    },
    () => listRecentEvents(db),
  );

  api.get(
    `${basePath}/sessions`,
    {
      config,
      schema: {
        operationId: 'listSessions',
        tags,
        summary: 'The active sessions',
        response: { 200: z.array(runningSession), ...describeErrors('unauthenticated') },
      },
    },
    async (request) => {
      const { userId, token } = await requireSession(request);
      return listSessions(db, userId, token);
    },
  );

  const endSessionSchema = {
    tags,
    params: idParams,
    body: endSessionsInput,
    response: {
      204: noContent,
      ...describeErrors('invalid', 'unauthenticated', 'not_found', 'too_many_requests'),
    },
  };

  /**
   * Ends a listed session. Requires the password, so that a stolen session can't sign its owner
   * out.
   */
  async function endSession(request: FastifyRequest, id: string, proof: EndSessionsInput) {
    const { userId } = await requireSession(request);
    await proveIdentity(context, request, proof);
    await runInTransaction(db, async (transaction) => {
      if (!(await endListedSession(transaction, userId, id))) {
        throw new AppError('not_found', 'This session has already ended.');
      }
      await recordSecurityEvent(transaction, { kind: 'session-ended', request });
    });
  }

  api.post(
    `${basePath}/sessions/:id/end`,
    {
      config,
      schema: { ...endSessionSchema, operationId: 'endSession', summary: 'End a session' },
    },
    async (request, reply) => {
      await endSession(request, request.params.id, request.body);
      return reply.code(204).send();
    },
  );

  api.delete(
    `${basePath}/sessions/:id`,
    {
      config,
      // Clients of an earlier release send no body. With an empty object, the response names the
      // missing field.
      preValidation: (request, _reply, done) => {
        Object.assign(request, { body: request.body ?? {} });
        done();
      },
      schema: {
        ...endSessionSchema,
        operationId: 'deleteSession',
        summary: 'End a session, as clients of earlier releases do',
      },
    },
    async (request, reply) => {
      await endSession(request, request.params.id, request.body);
      return reply.code(204).send();
    },
  );

  api.post(
    `${basePath}/sessions/end-others`,
    {
      config,
      schema: {
        operationId: 'endOtherSessions',
        tags,
        summary: 'End all sessions but this one',
        description: 'All other devices lose their own sign-in limit too.',
        body: endSessionsInput,
        response: {
          204: noContent,
          ...describeErrors('invalid', 'unauthenticated', 'too_many_requests'),
        },
      },
    },
    async (request, reply) => {
      const { userId, token } = await requireSession(request);
      await proveIdentity(context, request, request.body);
      await runInTransaction(db, async (transaction) => {
        await endOtherSessions(transaction, userId, token);
        await forgetOtherDevices(transaction, userId, request, environment);
        await recordSecurityEvent(transaction, { kind: 'sessions-ended', request });
      });
      return reply.code(204).send();
    },
  );

  api.get(
    `${basePath}/second-factor`,
    {
      config,
      schema: {
        operationId: 'getSecondFactor',
        tags,
        summary: 'Is the second factor on?',
        response: { 200: secondFactorState, ...describeErrors('unauthenticated') },
      },
    },
    async (request) => getSecondFactorState(db, (await requireSession(request)).userId),
  );

  api.post(
    `${basePath}/second-factor/setup`,
    {
      config,
      schema: {
        operationId: 'beginSecondFactorSetup',
        tags,
        summary: 'Make a secret for an authenticator app',
        body: setupInput,
        response: {
          200: secondFactorSetup,
          ...describeErrors('invalid', 'unauthenticated', 'conflict', 'too_many_requests'),
        },
      },
    },
    async (request) => {
      const { userId } = await requireSession(request);
      if (await hasSecondFactor(db, userId)) {
        throw new AppError('conflict', 'The second factor is already on.');
      }
      // A stolen session must not be able to lock the owner out.
      await proveIdentity(context, request, request.body);
      return beginSetup(context, userId);
    },
  );

  api.post(
    `${basePath}/second-factor/confirm`,
    {
      config,
      schema: {
        operationId: 'confirmSecondFactor',
        tags,
        summary: 'Turn the second factor on, with the first code of the app',
        body: confirmInput,
        response: {
          200: recoveryCodes,
          ...describeErrors('invalid', 'unauthenticated', 'conflict', 'too_many_requests'),
        },
      },
    },
    async (request) => {
      const { userId } = await requireSession(request);
      const bucket = getProofBucket(request, environment, 'setup');
      await countAttempt(db, { address: bucket, network: null }, request);
      const codes = await confirmSetup(context, userId, request.body.code);
      if (!codes) {
        throw new AppError('invalid', 'Please check the marked fields.', {
          fields: { code: 'This code is wrong. Check that the clock of your phone is right.' },
        });
      }
      await clearFailures(db, bucket);
      await recordSecurityEvent(db, { kind: 'second-factor-on', request });
      return { recoveryCodes: codes };
    },
  );

  api.post(
    `${basePath}/second-factor/recovery-codes`,
    {
      config,
      schema: {
        operationId: 'renewRecoveryCodes',
        tags,
        summary: 'Make new recovery codes; the old ones stop working',
        body: proofInput,
        response: {
          200: recoveryCodes,
          ...describeErrors('invalid', 'unauthenticated', 'conflict', 'too_many_requests'),
        },
      },
    },
    async (request) => {
      const { userId } = await requireSession(request);
      await proveIdentity(context, request, request.body);
      await recordSecurityEvent(db, { kind: 'recovery-codes-renewed', request });
      return { recoveryCodes: await renewRecoveryCodes(db, userId) };
    },
  );

  api.post(
    `${basePath}/second-factor/turn-off`,
    {
      config,
      schema: {
        operationId: 'turnOffSecondFactor',
        tags,
        summary: 'Turn the second factor off',
        body: proofInput,
        response: {
          204: noContent,
          ...describeErrors('invalid', 'unauthenticated', 'conflict', 'too_many_requests'),
        },
      },
    },
    async (request, reply) => {
      const { userId } = await requireSession(request);
      await proveIdentity(context, request, request.body);
      await turnOffSecondFactor(db, userId);
      await recordSecurityEvent(db, { kind: 'second-factor-off', request });
      return reply.code(204).send();
    },
  );
}
