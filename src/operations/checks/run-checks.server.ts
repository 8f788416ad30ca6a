import { type Database, mayHaveDatabase, openDatabase } from '../../db/database.server';
import type { Environment } from '../../foundation/environment/environment.server';
import { createLiveSettings } from '../../foundation/environment/live-settings.server';
import type { CheckContext, CheckPlace, Finding } from './check.server';
import { checks } from './checks.server';

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
