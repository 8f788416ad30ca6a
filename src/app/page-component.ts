import type { ComponentType } from 'react';
import type { Site } from '../lib/site';
import type { Page } from '../routes/page';

/** The data that the server embeds in a page, as JSON that is never executed. */
export interface PageData {
  site: Site;
  /** The query results that the page was rendered with, by URL. */
  queries: [address: string, data: unknown][];
}

const loadedComponents = new Map<Page, ComponentType>();

/** Loads a page's component, so that it can be rendered synchronously. */
export async function preloadPage(page: Page): Promise<void> {
  if (!loadedComponents.has(page)) loadedComponents.set(page, (await page.load()).default);
}

/** Returns the component of a preloaded page. */
export function getPageComponent(page: Page): ComponentType {
  const component = loadedComponents.get(page);
  if (!component) throw new Error(`${page.path} is rendered before it was loaded.`);
  return component;
}
