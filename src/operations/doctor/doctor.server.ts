import type { Environment } from '../../foundation/settings/environment.server';
import { examineMail, examinePayments, examinePictureStore } from './examine-services.server';
import { examineSettings } from './examine-settings.server';
import { examineDatabase, examineFolder } from './examine-storage.server';
import type { Finding } from './finding';

/**
 * Looks through all that the site depends on, changing nothing but for one file that it writes into
 * the data folder and removes again.
 * @param source the process's environment, as far as the settings do not tell it
 * @returns what is in order, worth knowing, unsafe or broken; in this order of subjects, never empty
 */
export async function runExaminations(
  environment: Environment,
  source: Record<string, string | undefined>,
): Promise<Finding[]> {
  const findings = await Promise.all([
    examineSettings(environment, source),
    examineFolder(environment),
    examineDatabase(environment),
    examineMail(environment),
    examinePayments(environment),
    examinePictureStore(environment),
  ]);
  return findings.flat();
}
