import { expect, test } from 'vitest';
import { buildPhoneUrl } from './phone-url';

test('buildPhoneUrl keeps the digits, the country code and the extension', () => {
  expect(buildPhoneUrl('(512) 555-0148')).toBe('tel:5125550148');
  expect(buildPhoneUrl('+1 512.555.0148')).toBe('tel:+15125550148');
  expect(buildPhoneUrl('512 555 0148 ext. 12')).toBe('tel:5125550148;ext=12');
  expect(buildPhoneUrl('512 555 0148x7')).toBe('tel:5125550148;ext=7');
  expect(buildPhoneUrl('512-555-0148, extension 12 ')).toBe('tel:5125550148;ext=12');
});

test('buildPhoneUrl ignores other words', () => {
  expect(buildPhoneUrl('Fax: 512 555 0148')).toBe('tel:5125550148');
  expect(buildPhoneUrl('512 555 0148 ext. on request')).toBe('tel:5125550148');
});

test.each([
  ...[null, '', 'call me maybe', '555 014'],
  ...['mornings, 9 to 12', '512 555 0148 or 512 555 0149'],
])('buildPhoneUrl returns no URL for %s', (text) => {
  expect(buildPhoneUrl(text)).toBeUndefined();
});
