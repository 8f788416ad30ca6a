import { type Api, describeRoutes, noContent } from '../../http/api.server';
import { AppError, createFormError, type ErrorCode } from '../../lib/errors';
import type { SiteOptions } from '../environment/define-plugin.server';
import {
  confirmInput,
  proofInput,
  recoveryCodes,
  secondFactorSetup,
  secondFactorState,
  setupInput,
} from './contract';
import { readUserId } from './require-admin.server';
import {
  beginSetup,
  confirmSetup,
  getSecondFactorState,
  hasSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from './second-factor.server';
import { recordSecurityEvent } from './security-event-store.server';
import { countAttempt, getProofBucket, proveIdentity } from './sign-in.server';
import { clearFailures } from './sign-in-limit.server';

const describeRoute = describeRoutes('security');
const basePath = '/api/security/second-factor';
const errors: readonly ErrorCode[] = ['conflict', 'too_many_requests'];

const wrongCodeMessage = 'This code is wrong. Check that the clock of your phone is right.';

/** Registers the routes that show and set up the second factor. */
function registerSetupRoutes(api: Api, site: SiteOptions): void {
  const { db, environment } = site;
  api.get(
    basePath,
    describeRoute('admin', {
      operationId: 'getSecondFactor',
      summary: 'Is the second factor on?',
      response: { 200: secondFactorState },
    }),
    (request) => getSecondFactorState(db, readUserId(request)),
  );

  api.post(
    `${basePath}/setup`,
    describeRoute('admin', {
      operationId: 'beginSecondFactorSetup',
      summary: 'Make a secret for an authenticator app',
      body: setupInput,
      response: { 200: secondFactorSetup },
      errors,
    }),
    async (request) => {
      if (await hasSecondFactor(db, readUserId(request))) {
        throw new AppError('conflict', 'The second factor is already on.');
      }
      // A stolen session must not be able to lock the owner out.
      await proveIdentity(site, request, request.body);
      return beginSetup(site, readUserId(request));
    },
  );

  api.post(
    `${basePath}/confirm`,
    describeRoute('admin', {
      operationId: 'confirmSecondFactor',
      summary: 'Turn the second factor on, with the first code of the app',
      body: confirmInput,
      response: { 200: recoveryCodes },
      errors,
    }),
    async (request) => {
      const bucket = getProofBucket(request, environment, 'setup');
      await countAttempt(db, { address: bucket, network: null }, request);
      const codes = await confirmSetup(site, readUserId(request), request.body.code);
      if (!codes) throw createFormError({ code: wrongCodeMessage });
      await clearFailures(db, bucket);
      await recordSecurityEvent(db, { kind: 'second-factor-on', request });
      return { recoveryCodes: codes };
    },
  );
}

/** Registers the routes that set up, renew and turn off the second factor. */
export function registerSecondFactorRoutes(api: Api, site: SiteOptions): void {
  const { db } = site;
  registerSetupRoutes(api, site);

  api.post(
    `${basePath}/recovery-codes`,
    describeRoute('admin', {
      operationId: 'renewRecoveryCodes',
      summary: 'Make new recovery codes; the old ones stop working',
      body: proofInput,
      response: { 200: recoveryCodes },
      errors,
    }),
    async (request) => {
      await proveIdentity(site, request, request.body);
      await recordSecurityEvent(db, { kind: 'recovery-codes-renewed', request });
      return { recoveryCodes: await renewRecoveryCodes(db, readUserId(request)) };
    },
  );

  api.post(
    `${basePath}/turn-off`,
    describeRoute('admin', {
      operationId: 'turnOffSecondFactor',
      summary: 'Turn the second factor off',
      body: proofInput,
      response: { 204: noContent },
      errors,
    }),
    async (request) => {
      await proveIdentity(site, request, request.body);
      await turnOffSecondFactor(db, readUserId(request));
      await recordSecurityEvent(db, { kind: 'second-factor-off', request });
    },
  );
}
