import fastifyPlugin from 'fastify-plugin';
import type { Database } from '../../db/database.server';
import type { Api } from '../../http/api.server';
import type { Environment } from './environment.server';

/** What every plugin of the site receives. */
export interface SiteOptions {
  db: Database;
  environment: Environment;
}

interface PluginMetadata {
  name: string;
  /** Plugins that must be registered before this one; without them the start fails. */
  dependencies?: string[];
}

/**
 * Makes a Fastify plugin of a feature. It is not encapsulated: its decorators are there for the plugins
 * that are registered after it.
 */
export const definePlugin = <Options extends SiteOptions>(
  metadata: PluginMetadata,
  register: (app: Api, options: Options) => void | Promise<void>,
) => fastifyPlugin(async (app: Api, options: Options) => register(app, options), metadata);
