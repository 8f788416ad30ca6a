import type { FastifyInstance } from 'fastify';
import { talents } from '../content/collections/talents/contract';
import { getDemoState } from '../content/demo-items.plugin.server';
import { getCollectionTable } from '../content/kit/table.server';
import { listClaims } from '../content/pages/claims.server';
import {
  minPeople,
  type SetupReport,
  type SetupState,
  type SetupStep,
  setupReport,
  setupState,
  setupSteps,
} from '../content/setup';
import { countRows, type Database } from '../db/database.server';
import { definePlugin, type SiteOptions } from '../foundation/environment/define-plugin.server';
import type { Environment } from '../foundation/environment/environment.server';
import {
  isMailTested,
  readSetupMarks,
  writeSetupMark,
} from '../foundation/environment/setup-marks.server';
import { describeRoutes, noContent } from '../http/api.server';
import { createOwnerRateLimit } from '../http/rate-limits.server';
import { parseJson } from '../lib/schema';
import '../scheduling/table.server';
import { isPassed } from './checks/check.server';

const describeRoute = describeRoutes('setup');

const maxPackageNames = 3;

const isNamed = ({ owner, configured }: Environment): boolean =>
  owner.hasBusinessName || configured.has('SITE_NAME');

/** Returns whether visitors can reach the owner: by phone, or at an address of its own. */
const hasContact = ({ owner, configured }: Environment): boolean =>
  owner.phone !== null || owner.hasSupportEmail || configured.has('SUPPORT_EMAIL');

const listDemoItems = async (db: Database): Promise<string[]> =>
  Object.values((await getDemoState(db)).items).flat();

/** Counts the people that are not demo content. */
const countOwnPeople = (db: Database): Promise<number> =>
  countRows(
    db
      .selectFrom(getCollectionTable(talents))
      .where('id', 'not in', db.selectFrom('demoItems').select('itemId')),
  );

/** Reads which steps are done. */
async function readSetupState(
  { collectionStores, pageContents }: FastifyInstance,
  { db, environment }: SiteOptions,
): Promise<SetupState> {
  const { owner, SCHEDULING_URL } = environment;
  const packages = await collectionStores.packages.list();
  const demo = new Set(await listDemoItems(db));
  const people = await countOwnPeople(db);
  const packageNames = packages.filter(({ id }) => !demo.has(id)).map(({ name }) => name);
  const hours = await db.selectFrom('callHours').select('id').limit(1).executeTakeFirst();
  const marks = await readSetupMarks(db);
  const claims = listClaims(pageContents.blocks);
  const report = parseJson(setupReport, marks.setup_report);
  const isDone: Record<SetupStep, boolean> = {
    contact: isNamed(environment) && hasContact(environment),
    logo: owner.logo !== null,
    people: people >= minPeople,
    packages: packageNames.length > 0,
    hours: hours !== undefined || SCHEDULING_URL !== undefined,
    'test-email': isMailTested(marks, environment),
    demo: demo.size === 0,
    words: claims.length === 0 || marks.setup_words !== undefined,
    check: report?.checks.every(({ isOk }) => isOk) ?? false,
  };
  return {
    isHidden: marks.setup_hidden !== undefined,
    done: setupSteps.filter((step) => isDone[step]),
    people,
    packageNames: packageNames.slice(0, maxPackageNames),
    demoItems: demo.size,
    claims,
    report,
  };
}

/** Registers the checklist before the site opens. */
export const setupPlugin = definePlugin(
  {
    name: 'setup',
    dependencies: ['route-access', 'collections', 'page-contents', 'demo-items'],
  },
  (app, site) => {
    const { db, environment } = site;
    const admit = createOwnerRateLimit(db);
    const readState = () => readSetupState(app, site);

    app.get(
      '/api/setup',
      describeRoute('admin', {
        operationId: 'getSetup',
        summary: 'How far the owner is with the site before it opens',
        response: { 200: setupState },
      }),
      readState,
    );

    app.post(
      '/api/setup/check',
      describeRoute('admin', {
        operationId: 'checkSetup',
        summary: 'Check the site before it opens',
        description: 'Runs the checks that concern the owner, and says in plain words what to do.',
        response: { 200: setupState },
        errors: ['too_many_requests'],
      }),
      async (request) => {
        await admit('checks before opening', 'checks');
        // Loaded on demand: few requests need the code of all checks.
        const { runChecks } = await import('./checks/checks.server');
        const findings = await runChecks('setup', {
          ...{ db, environment, settings: environment, variables: process.env },
          host: request.host,
        });
        const report: SetupReport = {
          at: new Date().toISOString(),
          checks: findings.map((finding) => ({
            isOk: isPassed([finding]),
            text: finding.text,
            ...(finding.steps && { steps: finding.steps }),
          })),
        };
        await writeSetupMark(db, 'setup_report', JSON.stringify(report));
        return readState();
      },
    );

    app.post(
      '/api/setup/words',
      describeRoute('admin', {
        operationId: 'confirmWords',
        summary: 'Confirm that what the standard texts claim is true',
        response: { 200: setupState },
      }),
      async () => {
        await writeSetupMark(db, 'setup_words', new Date().toISOString());
        return readState();
      },
    );

    app.post(
      '/api/setup/hide',
      describeRoute('admin', {
        operationId: 'hideSetup',
        summary: 'Hide the checklist before the site opens',
        response: { 204: noContent },
      }),
      () => writeSetupMark(db, 'setup_hidden', new Date().toISOString()),
    );
  },
);
