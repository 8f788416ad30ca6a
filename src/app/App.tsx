import { Router } from 'wouter';
import { type Reads, ReadsProvider } from '../lib/reads';
import { type Site, SiteProvider } from '../lib/site';
import { ToastProvider } from '../ui/toast';
import { CurrentPage } from './CurrentPage';
import '../ui/styles';

interface Props {
  site: Site;
  reads: Reads;
  /** The address that the server renders, and the browser begins with. */
  ssrPath: string;
  ssrSearch: string;
}

/** The whole site: providers around the page that the address names. */
export function App({ site, reads, ssrPath, ssrSearch }: Props) {
  return (
    <SiteProvider value={site}>
      <ReadsProvider value={reads}>
        <Router ssrPath={ssrPath} ssrSearch={ssrSearch}>
          <ToastProvider>
            <CurrentPage />
          </ToastProvider>
        </Router>
      </ReadsProvider>
    </SiteProvider>
  );
}
