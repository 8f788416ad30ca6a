import { text } from 'node:stream/consumers';
import ipaddr from 'ipaddr.js';
import { describe, expect, test } from 'vitest';
import { serve, serveDrops, serveEndlessly } from '../../../tests/support/http-server';
import { createSafeFetch, isPrivateAddress } from './safe-fetch.server';

const options = { timeoutMs: 5_000, maxBytes: 1_000 };
const allowLoopback = { PRIVATE_ADDRESSES: ['127.0.0.0/8'] };

describe('safe fetch', () => {
  test('sends method, headers and body, and returns the status, headers and body of the response', async () => {
    const { origin } = await serve(async (request, response) => {
      const sent = `${request.method} ${request.headers.authorization} ${await text(request)}`;
      response.writeHead(418, { 'x-kind': 'teapot' }).end(sent);
    });
    const result = await createSafeFetch(allowLoopback, options)(`${origin}/v1`, {
      method: 'POST',
      headers: { Authorization: 'Bearer key' },
      body: 'hello',
    });
    expect([result.status, result.headers.get('x-kind')]).toEqual([418, 'teapot']);
    expect(await result.text()).toBe('POST Bearer key hello');
  });

  test('rejects a redirect without following it', async () => {
    const target = await serve((_, response) => response.end('secret'));
    for (const status of [301, 302, 303, 307, 308]) {
      const { origin } = await serve((_, response) =>
        response.writeHead(status, { location: target.origin }).end(),
      );
      await expect(createSafeFetch(allowLoopback, options)(origin)).rejects.toThrow('redirects');
    }
    expect(target.count()).toBe(0);
  });

  test('stops reading a response that exceeds the maximum size', async () => {
    const { origin, closed, sent } = await serveEndlessly();
    await expect(createSafeFetch(allowLoopback, options)(origin)).rejects.toThrow(
      'more than 1000 bytes',
    );
    await closed;
    expect(sent()).toBeLessThan(50_000_000);
  });

  test('times out when a response never starts or arrives byte by byte', async () => {
    const silent = await serve(() => undefined);
    const dripping = await serveDrops();
    const send = createSafeFetch(allowLoopback, { ...options, timeoutMs: 300 });
    for (const { origin } of [silent, dripping]) {
      await expect(send(origin)).rejects.toThrow('did not respond within 300 ms');
    }
  });

  test.each([
    ['http://127.0.0.1:1/', 'ECONNREFUSED', '127.0.0.1 can’t be reached'],
    ['http://nowhere.invalid/', /ENOTFOUND|EAI_AGAIN/, 'nowhere.invalid was not found'],
  ])(
    'says in plain words why %s gives no response, and keeps the code',
    async (url, code, message) => {
      const failure = createSafeFetch(allowLoopback, options)(url);
      await expect(failure).rejects.toMatchObject({
        message,
        code: expect.stringMatching(code),
      });
    },
  );

  test('rejects private addresses in any notation, and localhost, without connecting', async () => {
    const { port, count } = await serve((_, response) => response.end('secret'));
    const send = createSafeFetch({}, options);
    for (const host of [
      ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0.0.0.0'],
      ...['localhost', '[::1]', '[::]'],
      ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]'],
    ]) {
      await expect(send(`http://${host}:${port}/`), host).rejects.toThrow('private address');
    }
    await expect(send('http://169.254.169.254/latest/meta-data')).rejects.toThrow('private');
    expect(count()).toBe(0);
  });

  test('connects only to private addresses that the trusted URL or PRIVATE_ADDRESSES allows', async () => {
    const { port, origin } = await serve((_, response) => response.end('ours'));
    const trusted = createSafeFetch({}, { ...options, trustedUrl: `http://localhost:${port}` });
    expect(await (await trusted(`http://localhost:${port}/v1`)).text()).toBe('ours');
    await expect(trusted(origin)).rejects.toThrow('private address');
    const otherNetwork = createSafeFetch({ PRIVATE_ADDRESSES: ['10.0.0.0/8'] }, options);
    await expect(otherNetwork(origin)).rejects.toThrow('private address');
    expect(
      await (await createSafeFetch(allowLoopback, options)(`http://localhost:${port}`)).text(),
    ).toBe('ours');
  });
});

describe('isPrivateAddress', () => {
  // IANA's special-purpose registries. Fails when a release of ipaddr.js drops one of them.
  test.each([
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
    ...['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16'],
    ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
    ...['::/96', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32', '2002::/16'],
    ...['3fff::/20', '5f00::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
  ])('returns true for the first and the last address of %s', (network) => {
    const { IPv4, IPv6 } = ipaddr;
    const family = network.includes(':') ? IPv6 : IPv4;
    for (const address of [
      family.networkAddressFromCIDR(network),
      family.broadcastAddressFromCIDR(network),
    ]) {
      expect(isPrivateAddress(address.toString()), address.toString()).toBe(true);
    }
  });

  test('returns false for public addresses, and ignores the zone of a private one', () => {
    const publicAddresses = ['8.8.8.8', '172.32.0.1', '2606:4700::1111'];
    const embedded = ['64:ff9b::808:808', '::ffff:8.8.8.8'];
    expect([...publicAddresses, ...embedded].filter(isPrivateAddress)).toEqual([]);
    expect(isPrivateAddress('fe80::1%eth0')).toBe(true);
  });
});
