import { getDemoState } from '../../content/demo-items.plugin.server';
import { lacksMeetingLink } from '../../scheduling/hours/call-hours-store.server';
import '../../scheduling/table.server';
import { type Database, mayHaveDatabase, openDatabase } from '../../db/database.server';
import type { Environment } from '../../foundation/environment/environment.server';
import { createLiveSettings } from '../../foundation/environment/live-settings.server';
import {
  type Check,
  type CheckContext,
  type CheckPlace,
  type Finding,
  report,
  reportIf,
} from './check.server';
import { examineCdn } from './examine-cdn.server';
import { examineMail, examinePayments, examinePictureStore } from './examine-services.server';
import {
  examineAddress,
  examineNode,
  examineNotifications,
  examineOfferedPayments,
  examineOpenedAddress,
  examinePassword,
  examineStorage,
  findAdminPasswordWeakness,
} from './examine-settings.server';
import {
  examineBackups,
  examineDatabase,
  examineFolder,
  examineMigrationAddress,
} from './examine-storage.server';

/**
 * Every check of the site, in the order in which the findings are shown: by `npm run doctor`, in the
 * last step of the setup checklist, and after the self-test. They change nothing, apart from writing a
 * temporary file and purging the CDN.
 */
const checks: readonly Check[] = [
  { name: 'Node', shownIn: ['doctor'], examine: examineNode },
  {
    name: 'Developer features',
    shownIn: ['doctor'],
    examine: ({ variables }) =>
      variables.NODE_ENV === 'production'
        ? report.ok('NODE_ENV is production')
        : report.unsafe('NODE_ENV is not production: developer features are on.'),
  },
  { name: 'Address', shownIn: ['doctor'], examine: ({ settings }) => examineAddress(settings) },
  { name: 'Opened address', shownIn: ['setup'], examine: examineOpenedAddress },
  { name: 'Password', shownIn: ['doctor'], examine: ({ settings }) => examinePassword(settings) },
  {
    name: 'Support address',
    shownIn: ['doctor'],
    examine: ({ settings, variables }) =>
      reportIf(
        !variables.SUPPORT_EMAIL && !settings.owner.hasSupportEmail,
        report.note(`SUPPORT_EMAIL is not set: visitors see ${settings.SUPPORT_EMAIL}.`),
      ),
  },
  {
    name: 'Notifications',
    shownIn: ['doctor'],
    examine: ({ settings }) =>
      reportIf(
        !settings.NOTIFY_EMAIL,
        report.note('NOTIFY_EMAIL is not set: no emails about new leads are sent.'),
      ),
  },
  {
    name: 'External scheduler',
    shownIn: ['doctor'],
    examine: ({ settings }) =>
      reportIf(
        settings.SCHEDULING_URL?.startsWith('http:'),
        report.unsafe('SCHEDULING_URL is not https: browsers refuse to show it on an https page.'),
      ),
  },
  { name: 'Data folder', shownIn: ['doctor'], examine: examineFolder },
  { name: 'Database', shownIn: ['doctor'], examine: examineDatabase },
  { name: 'Migration address', shownIn: ['doctor'], examine: examineMigrationAddress },
  { name: 'Backups', shownIn: ['doctor'], examine: examineBackups },
  { name: 'Storage', shownIn: ['setup'], examine: examineStorage },
  { name: 'Mail server', shownIn: ['doctor'], examine: ({ settings }) => examineMail(settings) },
  { name: 'Mail', shownIn: ['setup'], examine: examineNotifications },
  {
    name: 'Link for calls',
    shownIn: ['doctor', 'setup', 'self-test'],
    examine: async ({ db, settings }) => {
      if (!db) return [];
      return (await lacksMeetingLink(db, settings))
        ? report.unsafe(
            'Calls: visitors are promised a link, but there is none. Enter it under Settings, Calls, or describe the call differently under Availability.',
          )
        : report.ok('Visitors know how a call takes place');
    },
  },
  { name: 'Stripe', shownIn: ['doctor'], examine: ({ settings }) => examinePayments(settings) },
  { name: 'Payments', shownIn: ['setup'], examine: examineOfferedPayments },
  {
    name: 'Admin password',
    shownIn: ['setup'],
    examine: ({ settings }) =>
      findAdminPasswordWeakness(settings)
        ? report.unsafe('The admin password is easy to guess')
        : report.ok('The admin password is hard to guess'),
  },
  {
    name: 'Demo content',
    shownIn: ['setup'],
    examine: async ({ db }) =>
      db && Object.values((await getDemoState(db)).items).flat().length > 0
        ? report.unsafe('Demo content is still on the site')
        : report.ok('No demo content is on the site'),
  },
  { name: 'Picture store', shownIn: ['doctor'], examine: examinePictureStore },
  { name: 'CDN', shownIn: ['doctor'], examine: ({ environment }) => examineCdn(environment) },
];

/** Runs the checks that are shown in a place. @returns their findings, with their checks' names */
export async function runChecks(
  place: CheckPlace,
  context: CheckContext,
): Promise<(Finding & { name: string })[]> {
  const shown = checks.filter(({ shownIn }) => shownIn.includes(place));
  const findings = await Promise.all(
    shown.map(async ({ name, examine }) =>
      [await examine(context)].flat().map((finding) => ({ ...finding, name })),
    ),
  );
  return findings.flat();
}

/** Opens the database, and reads the settings in effect; undefined when it can't be read. */
export async function openSite(
  environment: Environment,
): Promise<{ db: Database; settings: Environment } | undefined> {
  if (!mayHaveDatabase(environment)) return undefined;
  const db = await openDatabase(environment).catch(() => undefined);
  if (!db) return undefined;
  try {
    return { db, settings: (await createLiveSettings(db, environment)).environment };
  } catch {
    await db.destroy();
    return undefined;
  }
}

/** Runs the checks of `npm run doctor`. */
export async function runDoctor(
  environment: Environment,
  variables: CheckContext['variables'],
): Promise<Finding[]> {
  const site = await openSite(environment);
  const { db, settings = environment } = site ?? { db: undefined };
  try {
    return await runChecks('doctor', { environment, settings, variables, db });
  } finally {
    await db?.destroy();
  }
}
