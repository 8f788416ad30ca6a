import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildLoginPath, parsePathAfterLogin } from './login-path';

const resolvePathAfterLogin = (next: string) =>
  parsePathAfterLogin(`?next=${encodeURIComponent(next)}`);

describe('where a sign-in leads', () => {
  it('is the start of the admin area when nothing was asked for', () => {
    expect(parsePathAfterLogin('')).toBe('/admin');
    expect(parsePathAfterLogin('?next=')).toBe('/admin');
  });

  it('is the page of the admin area that was asked for', () => {
    expect(resolvePathAfterLogin('/admin?tab=leads')).toBe('/admin?tab=leads');
    expect(resolvePathAfterLogin('/admin/?tab=leads')).toBe('/admin?tab=leads');
    expect(resolvePathAfterLogin('/admin/reports?year=2026#march')).toBe(
      '/admin/reports?year=2026#march',
    );
  });

  it.each([
    'https://evil.example/admin',
    '//evil.example/admin',
    '///evil.example/admin',
    '/\\evil.example/admin',
    '\\\\evil.example',
    '/\t/evil.example/admin',
    'javascript:alert(1)//admin',
    'data:text/html,/admin',
    '/admin/../talent',
    '/admin/%2e%2e/talent',
    '/admin/..\\talent',
    '/administrator',
    '/admin.evil',
    '/admin@evil.example',
    '/admin/login',
    '/admin/login/?next=/admin/login',
    '/',
    'http://',
    'admin:x',
  ])('is the start of the admin area and not %j', (next) => {
    expect(resolvePathAfterLogin(next)).toBe('/admin');
  });

  it('stays in the admin area of this site, whatever was asked for', () => {
    const fragments = [
      '/',
      '\\',
      '.',
      '..',
      'admin',
      '/admin',
      '@',
      ':',
      '%2f',
      '%2e',
      '\n',
      '\t',
      '?',
      '#',
    ];
    const fragmentLists = fc.array(fc.oneof(fc.constantFrom(...fragments), fc.string()), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(fragmentLists, (parts) => {
        const url = new URL(
          resolvePathAfterLogin(parts.join('')),
          'https://crewbridge.example/admin/login',
        );
        expect(url.origin).toBe('https://crewbridge.example');
        expect(url.pathname).toMatch(/^\/admin(\/|$)/);
      }),
    );
  });
});

describe('the address of the sign-in', () => {
  it('names where the owner was going', () => {
    expect(buildLoginPath('/admin?tab=leads')).toBe('/admin/login?next=%2Fadmin%3Ftab%3Dleads');
  });

  it('names nothing for the start of the admin area', () => {
    expect(buildLoginPath('/admin')).toBe('/admin/login');
    expect(buildLoginPath('/admin/')).toBe('/admin/login');
  });

  it('leads back to where the owner was going', () => {
    const search = buildLoginPath('/admin?tab=case-studies').split('?')[1] ?? '';
    expect(parsePathAfterLogin(search)).toBe('/admin?tab=case-studies');
  });
});
