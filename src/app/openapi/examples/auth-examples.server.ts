import type { OperationExamples } from '../complete-openapi-document.server';
import { createdAt, id, updatedAt } from './example-values.server';

const recoveryCodes = { recoveryCodes: ['k3f9-7qxm-2wvt', 'p8dn-4hzr-6cjs'] };

const device = { address: '203.0.113.7', agent: 'Firefox on Windows' };

const password = 'correct horse battery staple';

const proof = { password, code: '123456' };

const session = { isAuthenticated: true };

/** Examples of the operations on sessions, password and second factor. */
export const authExamples: Record<string, OperationExamples> = {
  checkSession: { response: session },
  signIn: { request: { password }, response: session },
  changePassword: { request: { current: password, next: 'seven green herons at dusk' } },
  listSecurityEvents: {
    response: [{ id, kind: 'sign-in', detail: null, ...device, at: createdAt }],
  },
  listSessions: {
    response: [{ id, createdAt, lastSeenAt: updatedAt, ...device, current: true }],
  },
  endSession: { request: { password } },
  deleteSession: { request: { password } },
  endOtherSessions: { request: { password } },
  getSecondFactor: { response: { enabledAt: createdAt, recoveryCodesLeft: 9 } },
  beginSecondFactorSetup: {
    request: { password },
    response: {
      secret: 'JBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Crewbridge:admin?secret=JBSWY3DPEHPK3PXP&issuer=Crewbridge',
    },
  },
  confirmSecondFactor: { request: { code: proof.code }, response: recoveryCodes },
  renewRecoveryCodes: { request: proof, response: recoveryCodes },
  turnOffSecondFactor: { request: proof },
};
