import { definePlugin } from '../foundation/environment/define-plugin.server';
import { undocumentedRoute } from '../http/api.server';

/**
 * Adds `/api/client-address`: the address that the rate limits count a request under, and the one
 * that a CDN says it came from. `npm run doctor` compares them.
 */
export const clientAddressPlugin = definePlugin(
  { name: 'client-address', dependencies: ['route-access'] },
  (app) => {
    app.get('/api/client-address', undocumentedRoute, async ({ ip, headers }, reply) => {
      // Cloudflare's header, Fastly's, and that of several others.
      const cdnAddress =
        headers['cf-connecting-ip'] || headers['fastly-client-ip'] || headers['true-client-ip'];
      return reply
        .header('Cache-Control', 'no-store')
        .send({ address: ip, cdnAddress: cdnAddress ?? null });
    });
  },
);
