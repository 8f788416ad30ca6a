import { describe, expect, test } from 'vitest';
import { isLocalHost, isLocalNetworkHost, isLoopbackAddress } from './local-network.server';

describe('isLocalNetworkHost', () => {
  test.each([
    ...['localhost', 'LOCALHOST', 'mail.localhost', '127.0.0.1', '127.8.8.8', '[::1]'],
    ...['10.1.2.3', '172.16.0.9', '192.168.1.4', '169.254.3.4', '100.64.0.1', '100.127.255.254'],
    ...['[fd00::5]', 'fe80::1', '::ffff:10.0.0.1'],
    ...['mailhog', 'smtp_relay', 'db.', 'printer.local', 'postgres.railway.internal'],
    ...['nas.home.arpa', 'postgres.production.svc', 'postgres.production.svc.cluster.local'],
  ])('accepts %s', (host) => {
    expect(isLocalNetworkHost(host)).toBe(true);
  });

  test.each([
    ...['', 'mail.example', 'localhost.example', 'internal.example', 'local.host'],
    ...['172.32.0.1', '100.128.0.1', '192.0.2.1', '203.0.113.9', '0.0.0.0'],
    ...['[::]', '[2001:db8::1]', '::ffff:203.0.113.9'],
    // The system's resolver accepts numbers as addresses. Both are 203.0.113.1, which is not local.
    ...['3405803777', '0xcb007101', '203.0.113.1.'],
  ])('rejects %j', (host) => {
    expect(isLocalNetworkHost(host)).toBe(false);
  });
});

describe('isLocalHost', () => {
  test.each(['localhost', 'app.localhost', '127.0.0.1', '127.8.8.8', '[::1]'])(
    'accepts %s',
    (host) => {
      expect(isLocalHost(host)).toBe(true);
    },
  );

  test.each(['crew.example', '192.168.1.4', 'localhost.example', '[2001:db8::1]'])(
    'rejects %s',
    (host) => {
      expect(isLocalHost(host)).toBe(false);
    },
  );
});

describe('isLoopbackAddress', () => {
  test('accepts loopback addresses and rejects names and other addresses', () => {
    expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].every(isLoopbackAddress)).toBe(true);
    expect(['localhost', '127.1', '', '10.0.0.1', 'unknown'].some(isLoopbackAddress)).toBe(false);
  });
});
