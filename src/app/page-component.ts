import type { ComponentType } from 'react';
import { loadPage, type Page } from '../routes/pages';

const loadedComponents = new Map<Page, ComponentType>();

/** Loads a page's code, so that it can be rendered without waiting. */
export async function preloadPage(page: Page): Promise<void> {
  if (!loadedComponents.has(page)) loadedComponents.set(page, (await loadPage(page)).default);
}

/** The component of a page that was preloaded. */
export function getPageComponent(page: Page): ComponentType {
  const component = loadedComponents.get(page);
  if (!component) throw new Error(`${page.path} is rendered before it was loaded.`);
  return component;
}
