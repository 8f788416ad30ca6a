import type { OperationExamples } from '../complete-openapi-document.server';
import { createdAt, historyEntry, id, otherId, updatedAt } from './example-values.server';

const demoState = { items: { talents: [id] }, restorableUntil: '2026-03-05T09:30:00.000Z' };

const setup = {
  isHidden: false,
  done: ['contact', 'logo'],
  people: 1,
  packageNames: ['Full PM'],
  demoItems: 30,
  report: {
    at: createdAt,
    checks: [{ isOk: false, text: 'Mail: no test email has been sent yet' }],
  },
};

const settings = {
  version: updatedAt,
  fields: {
    phone: { value: '(512) 555-0148', source: 'owner', variable: null, updatedAt },
    smtpPassword: {
      value: null,
      source: 'server',
      variable: 'SMTP_URL',
      isSet: true,
      updatedAt: null,
    },
  },
  sections: { contact: { updatedAt, by: 'admin' }, mail: { updatedAt: null, by: null } },
  passwordVariable: null,
};

/** Examples of the operations on settings, setup and demo content. */
export const settingsExamples: Record<string, OperationExamples> = {
  getSetup: { response: setup },
  checkSetup: { response: setup },
  getDemoContent: { response: { ...demoState, restorableUntil: null } },
  removeDemoContent: { response: { ...demoState, items: {} } },
  restoreDemoContent: { response: { ...demoState, restorableUntil: null } },
  getSettings: { response: settings },
  updateSettings: { request: { phone: '(512) 555-0148' }, response: settings },
  listSettingsHistory: {
    response: [
      {
        ...historyEntry,
        subject: 'settings',
        before: { phone: null },
        after: { phone: '(512) 555-0148' },
      },
    ],
  },
  restoreSettings: { request: { entryId: otherId, side: 'before' }, response: settings },
  sendTestEmail: {
    response: { success: true, message: 'Sent to rosa@puentestaffing.example.' },
  },
  testPayments: {
    response: { success: true, message: 'Connected. Customers can pay by card.' },
  },
};
