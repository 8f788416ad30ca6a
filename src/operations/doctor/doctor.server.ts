import { mayHaveDatabase, withDatabase } from '../../db/database.server';
import type { Environment } from '../../foundation/environment/environment.server';
import { createLiveSettings } from '../../foundation/environment/live-settings.server';
import { examineCdn } from './examine-cdn.server';
import { examineMail, examinePayments, examinePictureStore } from './examine-services.server';
import { examineSettings } from './examine-settings.server';
import { examineDatabase, examineFolder } from './examine-storage.server';
import type { Finding } from './finding';

/**
 * Returns the settings in effect, with those of the admin area. Without them when the database can't
 * be read, which the examination of the database reports.
 */
export async function loadOwnerSettings(environment: Environment): Promise<Environment> {
  if (!mayHaveDatabase(environment)) return environment;
  try {
    return await withDatabase(
      environment,
      async (db) => (await createLiveSettings(db, environment)).environment,
    );
  } catch {
    return environment;
  }
}

/**
 * Examines everything that the site depends on. Changes nothing, except for a temporary file, and
 * empties the CDN.
 * @param source the raw environment variables, for what the parsed settings don't show
 */
export async function runExaminations(
  environment: Environment,
  source: Record<string, string | undefined>,
): Promise<Finding[]> {
  const settings = await loadOwnerSettings(environment);
  const findings = await Promise.all([
    examineSettings(settings, source),
    examineFolder(environment),
    examineDatabase(environment),
    examineMail(settings),
    examinePayments(settings),
    examinePictureStore(environment),
    examineCdn(environment),
  ]);
  return findings.flat();
}
