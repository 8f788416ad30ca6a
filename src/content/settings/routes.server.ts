import type { FastifyReply } from 'fastify';
import type { Database } from '../../db/database.server';
import { restoreInput } from '../../foundation/audit/contract';
import { historySchema, readHistory, respondWithPage } from '../../foundation/audit/store.server';
import { isSignedIn } from '../../foundation/auth/require-admin.server';
import {
  publicSettings,
  type SettingsForOwner,
  sectionParams,
  settingsForOwner,
  settingsPatch,
  testOutcome,
} from '../../foundation/environment/contract';
import type { Environment } from '../../foundation/environment/environment.server';
import type { LiveSettings } from '../../foundation/environment/live-settings.server';
import { writeSetupMark } from '../../foundation/environment/setup-marks.server';
import { type Api, describeRoutes } from '../../http/api.server';
import { createVersionMatcher, setEtag, versionHeaders } from '../../http/item-version.server';
import { createOwnerRateLimit } from '../../http/rate-limits.server';
import { z } from '../../lib/schema';
import { type SettingsStore, settingsAuditSubject } from './store.server';
import { sendTestEmail } from './test-email.server';
import { testPayments } from './test-payments.server';

const describeRoute = describeRoutes('settings');

const connectionTests = [
  {
    path: '/api/settings/test-email',
    operationId: 'sendTestEmail',
    summary: 'Send a test email to the first address for notifications',
    counter: 'test emails',
    setupMark: 'setup_test_email',
    run: sendTestEmail,
  },
  {
    path: '/api/settings/test-payments',
    operationId: 'testPayments',
    summary: 'Ask Stripe whether it accepts the saved keys',
    counter: 'tests of payments',
    setupMark: null,
    run: testPayments,
  },
] as const;

function getPublicSettings(environment: Environment): z.output<typeof publicSettings> {
  const { owner } = environment;
  return {
    businessName: environment.SITE_NAME,
    logo: owner.logo,
    favicon: owner.favicon,
    timeZone: owner.timeZone,
    locale: owner.locale,
    supportEmail: environment.SUPPORT_EMAIL,
    phone: owner.phone,
    postalAddress: owner.postalAddress,
    socialLinks: [...owner.socialLinks],
    schedulingUrl: environment.SCHEDULING_URL ?? null,
  };
}

/** Sends the settings with their version as the `ETag`. */
function sendSettings(reply: FastifyReply, settings: SettingsForOwner): SettingsForOwner {
  setEtag(reply, settings.version);
  return settings;
}

/** Registers the routes of the owner's settings. */
export function registerSettingsRoutes(
  api: Api,
  db: Database,
  { environment }: LiveSettings,
  store: SettingsStore,
): void {
  api.get(
    '/api/settings',
    describeRoute('public', {
      operationId: 'getSettings',
      summary: 'The settings: what everyone may know, or all of them for the owner',
      description:
        'With a session, each setting with its value and where it comes from: `server` (an environment variable), `owner` or `default`. Secrets are never returned, only whether they are set.',
      response: { 200: z.union([settingsForOwner, publicSettings]) },
    }),
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      if (!(await isSignedIn(request, { db, environment }))) return getPublicSettings(environment);
      return sendSettings(reply, await store.read());
    },
  );

  api.patch(
    '/api/settings',
    describeRoute('admin', {
      operationId: 'updateSettings',
      summary: 'Change the settings that are sent, and no other',
      description:
        'Null, or an empty list, is the default. With `If-Match`, only the version that it names is changed. A setting that the server sets returns 409.',
      headers: versionHeaders,
      body: settingsPatch,
      response: { 200: settingsForOwner },
      errors: ['conflict', 'changed'],
    }),
    async (request, reply) => {
      const isExpected = createVersionMatcher(request.headers);
      return sendSettings(reply, await store.update(request.body, request, isExpected));
    },
  );

  registerSectionHistory(api, db, store);
  registerConnectionTests(api, db, environment);
}

function registerSectionHistory(api: Api, db: Database, store: SettingsStore): void {
  api.get(
    '/api/settings/:id/history',
    describeRoute('admin', {
      operationId: 'listSettingsHistory',
      summary: 'History of a section of the settings, newest first',
      ...historySchema,
      description: `${historySchema.description} Of secrets, only whether they were set or changed.`,
      params: sectionParams,
    }),
    async (request, reply) => {
      const { params, query } = request;
      const history = await readHistory(db, [settingsAuditSubject], params.id, query);
      return respondWithPage(request, reply, history);
    },
  );

  api.post(
    '/api/settings/:id/restore',
    describeRoute('admin', {
      operationId: 'restoreSettings',
      summary: 'Restore an earlier version of a section',
      description:
        'Secrets are not kept in the history, so they stay as they are. The mail password is removed if it belongs to another server.',
      params: sectionParams,
      body: restoreInput,
      response: { 200: settingsForOwner },
      errors: ['conflict'],
    }),
    async (request, reply) =>
      sendSettings(reply, await store.restore(request.params.id, request.body, request)),
  );
}

function registerConnectionTests(api: Api, db: Database, environment: Environment): void {
  const admit = createOwnerRateLimit(db);

  for (const { path, operationId, summary, counter, setupMark, run } of connectionTests) {
    api.post(
      path,
      describeRoute('admin', {
        operationId,
        summary,
        response: { 200: testOutcome },
        errors: ['conflict', 'too_many_requests'],
      }),
      async () => {
        await admit(counter, 'tests');
        const outcome = await run(environment);
        if (outcome.success && setupMark) {
          await writeSetupMark(db, setupMark, new Date().toISOString());
        }
        return outcome;
      },
    );
  }
}
