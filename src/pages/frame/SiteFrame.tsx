import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useCollection } from '../../collections/collection-queries';
import { LeadFormProvider } from '../../features/leads/lead-form';
import { Footer } from './Footer';
import { Header } from './Header';
import './SiteFrame.css';

/** The page shown last: a frame that mounts on another one was reached without loading the document. */
let lastPage: string | undefined;

/** What stands around every public page: skip link, header, footer, and the lead form it may open. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const { data: packages } = useCollection('packages');
  const [location] = useLocation();
  const main = useRef<HTMLElement>(null);

  // The followed link is gone with its page, and the focus with it. A loaded document starts here too.
  useEffect(() => {
    if (
      lastPage !== undefined &&
      lastPage !== location &&
      document.activeElement === document.body
    ) {
      main.current?.focus({ preventScroll: true });
    }
    lastPage = location;
  }, [location]);

  return (
    <LeadFormProvider packages={packages ?? []}>
      <div className="site">
        <a className="skip" href="#main">
          Skip to content
        </a>
        <Header />
        <main id="main" ref={main} tabIndex={-1}>
          {children}
        </main>
        <Footer />
      </div>
    </LeadFormProvider>
  );
}
