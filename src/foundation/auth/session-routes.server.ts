import type { FastifyRequest } from 'fastify';
import { runInTransaction } from '../../db/transactions.server';
import { type Api, describeRoutes, idParams, noContent } from '../../http/api.server';
import { AppError } from '../../lib/errors';
import { z } from '../../lib/schema';
import type { SiteOptions } from '../environment/define-plugin.server';
import { endSessionsInput, type Proof, runningSession, securityEvent } from './contract';
import { readSessionToken } from './cookies.server';
import { forgetOtherDevices } from './known-device.server';
import { readUserId } from './require-admin.server';
import { listRecentEvents, recordSecurityEvent } from './security-event-store.server';
import { endListedSession, endOtherSessions, listSessions } from './session-store.server';
import { proveIdentity } from './sign-in.server';

const describeRoute = describeRoutes('security');
const endSessionSchema = {
  params: idParams,
  body: endSessionsInput,
  response: { 204: noContent },
};

type EndSessionRequest = FastifyRequest<{ Params: { id: string }; Body: Proof }>;

/**
 * Creates the handler that ends a session. It requires the password, so a stolen session can't end
 * others.
 */
function createSessionEnder(site: SiteOptions) {
  return async (request: EndSessionRequest): Promise<void> => {
    await proveIdentity(site, request, request.body);
    await runInTransaction(site.db, async (transaction) => {
      if (!(await endListedSession(transaction, readUserId(request), request.params.id))) {
        throw new AppError('not_found', 'This session has already ended.');
      }
      await recordSecurityEvent(transaction, { kind: 'session-ended', request });
    });
  };
}

/** Registers the routes for security events and running sessions. */
export function registerSessionRoutes(api: Api, site: SiteOptions): void {
  const { db, environment } = site;
  const endSession = createSessionEnder(site);

  api.get(
    '/api/security/events',
    describeRoute('admin', {
      operationId: 'listSecurityEvents',
      summary: 'Sign-ins, failures, changes and exports, newest first',
      response: { 200: z.array(securityEvent) },
    }),
    () => listRecentEvents(db),
  );

  api.get(
    '/api/security/sessions',
    describeRoute('admin', {
      operationId: 'listSessions',
      summary: 'The active sessions',
      response: { 200: z.array(runningSession) },
    }),
    (request) => listSessions(db, readUserId(request), readSessionToken(request, environment)),
  );

  api.post(
    '/api/security/sessions/:id/end',
    describeRoute('admin', {
      ...endSessionSchema,
      operationId: 'endSession',
      summary: 'End a session',
      errors: ['too_many_requests'],
    }),
    endSession,
  );

  api.delete(
    '/api/security/sessions/:id',
    {
      ...describeRoute('admin', {
        ...endSessionSchema,
        operationId: 'deleteSession',
        summary: 'End a session, as clients of earlier releases do',
        errors: ['too_many_requests'],
      }),
      // Clients of an earlier release send no body. With an empty object, the response names the
      // missing field.
      preValidation: (request, _reply, done) => {
        Object.assign(request, { body: request.body ?? {} });
        done();
      },
    },
    endSession,
  );

  api.post(
    '/api/security/sessions/end-others',
    describeRoute('admin', {
      operationId: 'endOtherSessions',
      summary: 'End all sessions but this one',
      description: 'All other devices lose their own sign-in limit too.',
      body: endSessionsInput,
      response: { 204: noContent },
      errors: ['too_many_requests'],
    }),
    async (request) => {
      const userId = readUserId(request);
      await proveIdentity(site, request, request.body);
      await runInTransaction(db, async (transaction) => {
        await endOtherSessions(transaction, userId, readSessionToken(request, environment));
        await forgetOtherDevices(transaction, userId, request, environment);
        await recordSecurityEvent(transaction, { kind: 'sessions-ended', request });
      });
    },
  );
}
