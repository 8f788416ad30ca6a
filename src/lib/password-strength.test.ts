import { describe, expect, test } from 'vitest';
import { findPasswordWeakness } from './password-strength';

const siteNames = ['Crewbridge', 'crew.example'];

describe('findPasswordWeakness', () => {
  test.each([
    ...['short', 'fourteen chars', 'passwordpassword', 'Password1234567!', 'administrator123'],
    ...['crewbridge-2026!', 'Crewbridge.Admin.1', 'welcometocrewbridge', 'changethispassword!!'],
    ...['123456789012345678', 'abcdefghijklmnopqrst', 'qwertyuiopasdfghjkl1'],
    ...['aaaaaaaaaaaaaaaaaaaa', 'abababababababababab', '111111111111111222222'],
  ])('rejects %j', (password) => {
    expect(findPasswordWeakness(password, siteNames)).toBeTypeOf('string');
  });

  test.each([
    'correct horse battery staple',
    'nine violet tractors hum',
    'Zk3-vq_9Lm2xTf8Wb1Rc',
    'el tranvía cruza la plaza vacía',
    '7f4b21c09ae35d68f1c2',
  ])('accepts %j', (password) => {
    expect(findPasswordWeakness(password, siteNames)).toBeUndefined();
  });

  test('accepts 300 random passwords of 20 characters', () => {
    for (let count = 0; count < 300; count += 1) {
      const bytes = crypto.getRandomValues(new Uint8Array(15));
      const password = Buffer.from(bytes).toString('base64url');
      expect(findPasswordWeakness(password, siteNames), password).toBeUndefined();
    }
  });
});
