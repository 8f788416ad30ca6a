import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildLoginPath, parsePathAfterLogin } from './login-path';

const resolvePathAfterLogin = (next: string) =>
  parsePathAfterLogin(`?next=${encodeURIComponent(next)}`);

describe('parsePathAfterLogin', () => {
  it('returns the start of the admin area without a next page', () => {
    expect(parsePathAfterLogin('')).toBe('/admin');
    expect(parsePathAfterLogin('?next=')).toBe('/admin');
  });

  it('returns the next page when it is in the admin area', () => {
    expect(resolvePathAfterLogin('/admin?tab=leads')).toBe('/admin?tab=leads');
    expect(resolvePathAfterLogin('/admin/?tab=leads')).toBe('/admin?tab=leads');
    expect(resolvePathAfterLogin('/admin/reports?year=2026#march')).toBe(
      '/admin/reports?year=2026#march',
    );
  });

  it.each([
    ...['https://evil.example/admin', '//evil.example/admin', '///evil.example/admin'],
    ...['/\\evil.example/admin', '\\\\evil.example', '/\t/evil.example/admin'],
    ...['javascript:alert(1)//admin', 'data:text/html,/admin', 'http://', 'admin:x'],
    ...['/admin/../talent', '/admin/%2e%2e/talent', '/admin/..\\talent', '/'],
    ...['/administrator', '/admin.evil', '/admin@evil.example'],
    ...['/admin/login', '/admin/login/?next=/admin/login'],
  ])('returns the start of the admin area for the next page %j', (next) => {
    expect(resolvePathAfterLogin(next)).toBe('/admin');
  });

  it('never leaves the admin area of this site for random input', () => {
    const fragments = [...'/\\.@:?#\n\t', '..', 'admin', '/admin', '%2f', '%2e'];
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

describe('buildLoginPath', () => {
  it('adds the requested page as the next parameter', () => {
    expect(buildLoginPath('/admin?tab=leads')).toBe('/admin/login?next=%2Fadmin%3Ftab%3Dleads');
  });

  it('omits the next parameter for the start of the admin area', () => {
    expect(buildLoginPath('/admin')).toBe('/admin/login');
    expect(buildLoginPath('/admin/')).toBe('/admin/login');
  });
});
