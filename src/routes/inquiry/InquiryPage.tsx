import { emptyInquiry, type InquiryPageState } from '../../features/leads/inquiry-page-state';
import { usePreloaded } from '../../lib/query-cache';
import { SiteLayout } from '../layout/SiteLayout';
import { InquiryForm } from './InquiryForm';
import { InquirySent } from './InquirySent';
import './InquiryPage.css';

/** The lead form as a page that works without JavaScript. The server provides its state. */
export default function InquiryPage() {
  const state = usePreloaded<InquiryPageState>('enquiry') ?? emptyInquiry;
  return (
    <SiteLayout>
      <section className="enq-p">
        <div className="wrap">
          {state.sent ? (
            <InquirySent sent={state.sent} shortlist={state.shortlist} />
          ) : (
            <InquiryForm state={state} />
          )}
        </div>
      </section>
    </SiteLayout>
  );
}
