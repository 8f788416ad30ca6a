import { definePlugin, type SiteOptions } from '../environment/define-plugin.server';
import { requireAdmin } from './require-admin.server';

/** Callers that a route admits. The tests check that each admin route rejects everybody else. */
interface RouteAccess {
  method: string[];
  url: string;
  access: 'public' | 'admin';
}

declare module 'fastify' {
  interface FastifyInstance {
    routeTable: RouteAccess[];
  }
}

export interface RouteAccessOptions extends SiteOptions {
  /** Sign-ins and admin routes wait until it resolves. */
  adminAccountReady?: Promise<void>;
}

/** Authorizes admin routes. Startup fails if a route after this plugin declares no `access`. */
export const routeAccessPlugin = definePlugin<RouteAccessOptions>(
  { name: 'route-access', dependencies: ['@fastify/cookie'] },
  (app, { adminAccountReady, ...site }) => {
    const requireAdminSession = requireAdmin(site);
    const waitForAdminAccount = async () => adminAccountReady;
    const routeTable: RouteAccess[] = [];
    app.decorate('routeTable', routeTable);
    app.decorateRequest('userId', null);
    app.addHook('onRoute', (route) => {
      const { url, method, config } = route;
      const access = config?.access;
      if (!access) throw new Error(`${method} ${url} does not say who may call it.`);
      const guards = [
        ...(access === 'admin' || url.startsWith('/api/auth/') ? [waitForAdminAccount] : []),
        ...(access === 'admin' ? [requireAdminSession] : []),
      ];
      route.onRequest = [...guards, ...[route.onRequest ?? []].flat()];
      routeTable.push({ method: [method].flat(), url, access });
    });
  },
);
