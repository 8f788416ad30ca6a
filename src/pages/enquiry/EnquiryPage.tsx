import { emptyInquiry, type InquiryPageState } from '../../features/leads/enquiry-state';
import { usePreloaded } from '../../lib/reads';
import { SiteLayout } from '../frame/SiteFrame';
import { InquiryForm } from './EnquiryForm';
import { InquirySent } from './EnquirySent';
import './EnquiryPage.css';

/** The lead form as a page of its own, which needs no JavaScript. What it says, the server decides. */
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
