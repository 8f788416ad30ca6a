import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { afterFrame } from '../lib/moments';
import { createQueryClient } from '../lib/query';
import { App } from './App';
import { preloadPage } from './page-component';
import type { PageData } from './page-data';
import { findPage } from './pages';

/** The page's data, written into it by our own server. */
function readPageData(): PageData {
  const text = document.getElementById('page-data')?.textContent;
  if (!text) throw new Error('The page came without its data.');
  return JSON.parse(text) as PageData;
}

/**
 * Makes the server's page live. A function and no `await` at the top level: a page's chunk that shares
 * a file with this entry would wait for the entry, and the entry for it.
 */
async function start(): Promise<void> {
  const data = readPageData();
  const client = createQueryClient();
  for (const { key, data: held } of data.queries) client.setQueryData(key, held);
  const root = document.getElementById('root');
  if (!root) throw new Error('The page came without its root.');
  await preloadPage(findPage(location.pathname));
  // A task of its own: reading the code was one already, and what it was read for is on the screen first.
  await afterFrame();
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <App site={data.site} client={client} />
      </StrictMode>,
    );
  });
}

start();
