import fastifyPlugin from 'fastify-plugin';
import type { Database } from '../../db/database.server';
import type { Api } from '../../http/api.server';
import type { Environment } from './environment.server';

/** Options of every plugin of the site. */
export interface SiteOptions {
  db: Database;
  environment: Environment;
}

interface PluginMetadata {
  name: string;
  /** Plugins that must be registered before this one. If one is missing, startup fails. */
  dependencies?: string[];
}

/**
 * Defines a plugin that is not encapsulated, so that later plugins can use its decorators. `Options`:
 * those that it needs besides the ones of every plugin.
 */
export const definePlugin = <Options = unknown>(
  metadata: PluginMetadata,
  register: (app: Api, options: SiteOptions & Options) => void | Promise<void>,
) =>
  fastifyPlugin(
    async (app: Api, options: SiteOptions & Options) => register(app, options),
    metadata,
  );
