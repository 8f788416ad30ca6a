import { emptyInquiry, type InquiryPageState } from '../../leads/inquiry/inquiry-page-state';
import { usePreloaded } from '../../lib/query-cache';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import { SiteLayout } from '../layout/SiteLayout';
import { InquiryForm } from './InquiryForm';
import * as styles from './InquiryPage.module.css';
import { InquirySent } from './InquirySent';

/** The lead form as a page that works without JavaScript. The server provides its state. */
export default function InquiryPage() {
  const state = usePreloaded<InquiryPageState>('inquiry') ?? emptyInquiry;
  return (
    <SiteLayout>
      <section className={styles.page}>
        <div className={layoutStyles.container}>
          {state.sent ? (
            <InquirySent sent={state.sent} plan={state.plan} shortlist={state.shortlist} />
          ) : (
            <InquiryForm state={state} />
          )}
        </div>
      </section>
    </SiteLayout>
  );
}
