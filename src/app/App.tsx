import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Router } from 'wouter';
import { type Site, SiteProvider } from '../lib/site';
import { ToastProvider } from '../ui/toast';
import { CurrentPage } from './CurrentPage';
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
            <CurrentPage />
          </ToastProvider>
        </Router>
      </QueryClientProvider>
    </SiteProvider>
  );
}
