import { expect, test } from 'vitest';
import { findPasswordWeakness } from './password-strength.server';

const names = ['Crewbridge', 'crew.example'];

test.each([
  'short',
  'fourteen chars',
  'passwordpassword',
  'Password1234567!',
  'administrator123',
  'crewbridge-2026!',
  'Crewbridge.Admin.1',
  'welcometocrewbridge',
  '123456789012345678',
  'abcdefghijklmnopqrst',
  'aaaaaaaaaaaaaaaaaaaa',
  'abababababababababab',
  'qwertyuiopasdfghjkl1',
  'changethispassword!!',
  '111111111111111222222',
])('%j is refused', (password) => {
  expect(findPasswordWeakness(password, names)).toBeTypeOf('string');
});

test.each([
  'correct horse battery staple',
  'nine violet tractors hum',
  'Zk3-vq_9Lm2xTf8Wb1Rc',
  'el tranvía cruza la plaza vacía',
  '7f4b21c09ae35d68f1c2',
])('%j is taken', (password) => {
  expect(findPasswordWeakness(password, names)).toBeUndefined();
});

test('a password of random characters is never refused', () => {
  for (let tries = 0; tries < 300; tries += 1) {
    const bytes = crypto.getRandomValues(new Uint8Array(15));
    const password = Buffer.from(bytes).toString('base64url');
    expect(findPasswordWeakness(password, names), password).toBeUndefined();
  }
});
