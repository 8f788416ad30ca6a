import type { Examinations } from '../content/setup-checks.server';

/** The examinations of `npm run doctor` that the check before opening repeats. Loaded on demand. */
export const examinations: Examinations = {
  async storage(environment) {
    const { examineDatabase, examineFolder } = await import(
      '../operations/doctor/examine-storage.server'
    );
    const findings = await Promise.all([examineFolder(environment), examineDatabase(environment)]);
    return findings.flat();
  },
  async mail(environment) {
    const { examineMail } = await import('../operations/doctor/examine-services.server');
    return examineMail(environment);
  },
  async payments(environment) {
    const { examinePayments } = await import('../operations/doctor/examine-services.server');
    return examinePayments(environment);
  },
};
