import type { ReactNode } from 'react';
import { ConsentSlot } from '../../analytics/consent/ConsentSlot';
import { useCollection } from '../../content/collections/queries';
import { LeadFormProvider } from '../../leads/public/LeadFormProvider';
import { useSite } from '../../lib/site';
import { BookCallLink } from '../../scheduling/public/BookCallButton';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import { Footer } from './Footer';
import { Header } from './Header';
import * as styles from './SiteLayout.module.css';

const renderBookCall = (leadId: string) => (
  <BookCallLink leadId={leadId}>Book your call now</BookCallLink>
);

/** Layout of public pages: skip link, header, footer and lead form. */
export function SiteLayout({ children }: { children: ReactNode }) {
  const { data: packages } = useCollection('packages');
  const { announcement } = useSite();

  return (
    <LeadFormProvider packages={packages ?? []} renderBookCall={renderBookCall}>
      <div className={styles.site}>
        <a className={layoutStyles.skipLink} href="#main">
          Skip to content
        </a>
        <ConsentSlot />
        {announcement && (
          <p className={styles.announcement}>
            <a href={announcement.link}>{announcement.text}</a>
          </p>
        )}
        <Header />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <Footer />
      </div>
    </LeadFormProvider>
  );
}
