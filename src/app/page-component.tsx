import { type ComponentType, lazy, Suspense } from 'react';
import { loadPage, type Page } from './pages';

const loaded = new Map<Page, ComponentType>();
const lazies = new Map<Page, ComponentType>();

/** Loads a page's code, so that its first render needs no waiting: before hydration, and on the server. */
export async function preloadPage(page: Page): Promise<void> {
  if (!loaded.has(page)) loaded.set(page, (await loadPage(page)).default);
}

function lazyComponent(page: Page): ComponentType {
  const known = lazies.get(page);
  if (known) return known;
  const component = lazy(() => loadPage(page));
  lazies.set(page, component);
  return component;
}

/** A page: at once when its code is there, else when it has arrived. */
export function PageComponent({ page }: { page: Page }) {
  const Ready = loaded.get(page);
  if (Ready) return <Ready />;
  const Lazy = lazyComponent(page);
  return (
    <Suspense fallback={null}>
      <Lazy />
    </Suspense>
  );
}
