import type { Database } from '../../db/database.server';
import { isSignedIn } from '../../foundation/auth/require-admin.server';
import {
  publicSettings,
  sectionParams,
  settingsForOwner,
  settingsPatch,
  testOutcome,
} from '../../foundation/environment/contract';
import type { SiteOptions } from '../../foundation/environment/define-plugin.server';
import type { Environment } from '../../foundation/environment/environment.server';
import {
  identifyMailTarget,
  writeSetupMark,
} from '../../foundation/environment/setup-marks.server';
import { type Api, describeRoutes } from '../../http/api.server';
import { sendVersion } from '../../http/item-version.server';
import { createOwnerRateLimit } from '../../http/rate-limits.server';
import { z } from '../../lib/schema';
import { registerSingletonRoutes } from '../kit/singletons.server';
import { sendTestEmail, testPayments } from './test-email.server';

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

/** Registers the routes of the owner's settings. */
export function registerSettingsRoutes(api: Api, { db, environment }: SiteOptions): void {
  const { settingsStore: store } = api;
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
      return sendVersion(reply, await store.read());
    },
  );

  registerSingletonRoutes(api, db, store, {
    path: '/api/settings',
    tag: 'settings',
    response: settingsForOwner,
    body: settingsPatch,
    params: sectionParams,
    update: {
      operationId: 'updateSettings',
      summary: 'Change the settings that are sent, and no other',
      description:
        'Null, or an empty list, is the default. With `If-Match`, only the version that it names is changed. A setting that the server sets returns 409.',
      errors: ['conflict', 'changed'],
    },
    restore: {
      operationId: 'restoreSettings',
      summary: 'Restore an earlier version of a section',
      description:
        'Secrets are not kept in the history, so they stay as they are. The mail password is removed if it belongs to another server.',
    },
    history: {
      operationId: 'listSettingsHistory',
      summary: 'History of a section of the settings, newest first',
      note: 'Of secrets, only whether they were set or changed.',
    },
  });
  registerConnectionTests(api, db, environment);
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
        // Before the test: the settings can change while it runs.
        const target = identifyMailTarget(environment);
        const outcome = await run(environment);
        if (outcome.success && setupMark) await writeSetupMark(db, setupMark, target);
        return outcome;
      },
    );
  }
}
