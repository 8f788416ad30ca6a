import type { ReactNode } from 'react';
import { ConsentSlot } from '../../features/analytics/consent/ConsentSlot';
import { LeadFormProvider } from '../../features/leads/public/LeadFormProvider';
import { useCollection } from '../../features/queries';
import { BookCallLink } from '../../features/scheduling/public/BookCallButton';
import { useSite } from '../../lib/site';
import * as layoutStyles from '../../ui/layout.module.css';
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
