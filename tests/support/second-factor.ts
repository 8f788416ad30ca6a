import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import { adminPassword } from './api-client';
import type { TestSite } from './test-app';

const root = '/api/security/second-factor';

/**
 * Generates a code of an authenticator app, `steps` of 30 s from now. The server accepts a code one step
 * before and after its own, so the next one stays valid when a step ends during the test.
 */
export const generateCode = (secret: string, steps = 1) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

/** Turns the second factor on with the current code, so that the next one is unused. */
export async function turnOnSecondFactor({ admin }: Pick<TestSite, 'admin'>) {
  const { secret } = (await admin('POST', `${root}/setup`, { password: adminPassword })).json();
  const response = await admin('POST', `${root}/confirm`, { code: generateCode(secret, 0) });
  expect(response.statusCode).toBe(200);
  return { secret: String(secret), recoveryCodes: response.json().recoveryCodes as string[] };
}
