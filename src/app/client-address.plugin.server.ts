import { definePlugin } from '../foundation/settings/define-plugin.server';

/** The headers in which CDNs name the visitor: Cloudflare's, Fastly's, and that of several others. */
const cdnHeaders = ['cf-connecting-ip', 'fastly-client-ip', 'true-client-ip'];

/**
 * Adds `/api/client-address`: the address that the rate limits count a request under, and the one
 * that a CDN says it came from. `npm run doctor` compares them.
 */
export const clientAddressPlugin = definePlugin(
  { name: 'client-address', dependencies: ['route-access'] },
  (app) => {
    const options = { config: { access: 'public' }, schema: { hide: true } } as const;
    app.get('/api/client-address', options, async ({ ip, headers }, reply) => {
      const cdnAddress = cdnHeaders.map((name) => headers[name]).find((value) => value);
      return reply
        .header('Cache-Control', 'no-store')
        .send({ address: ip, cdnAddress: cdnAddress ?? null });
    });
  },
);
