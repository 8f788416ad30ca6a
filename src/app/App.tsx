import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Router, useLocation } from 'wouter';
import { type Site, SiteProvider } from '../lib/site';
import { ToastProvider } from '../ui/toast';
import { PageComponent } from './page-component';
import { findPage } from './pages';
import '../ui/styles';

interface Props {
  site: Site;
  client: QueryClient;
  /** The address to render, on the server. */
  ssrPath?: string;
  ssrSearch?: string;
}

/** The whole site: providers around the page that the address names. */
export function App({ site, client, ssrPath, ssrSearch }: Props) {
  return (
    <SiteProvider value={site}>
      <QueryClientProvider client={client}>
        <Router {...(ssrPath !== undefined && { ssrPath, ssrSearch: ssrSearch ?? '' })}>
          <ToastProvider>
            <CurrentPage siteName={site.name} />
          </ToastProvider>
        </Router>
      </QueryClientProvider>
    </SiteProvider>
  );
}

function CurrentPage({ siteName }: { siteName: string }) {
  const [pathname] = useLocation();
  const page = findPage(pathname);
  const arrived = useRef(false);

  // What a full page load does by itself: name the page, and start at its top.
  useEffect(() => {
    if (!arrived.current) {
      arrived.current = true;
      return;
    }
    document.title = `${page.title} · ${siteName}`;
    if (location.hash === '') scrollTo(0, 0);
  }, [page, siteName]);

  return <PageComponent page={page} />;
}
