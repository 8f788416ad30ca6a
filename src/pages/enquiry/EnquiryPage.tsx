import { type EnquiryState, emptyEnquiry } from '../../features/leads/enquiry-state';
import { useSent } from '../../lib/reads';
import { SiteFrame } from '../frame/SiteFrame';
import { EnquiryForm } from './EnquiryForm';
import { EnquirySent } from './EnquirySent';
import './EnquiryPage.css';

/** The lead form as a page of its own, which needs no JavaScript. What it says, the server decides. */
export default function EnquiryPage() {
  const state = useSent<EnquiryState>('enquiry') ?? emptyEnquiry;
  return (
    <SiteFrame>
      <section className="enq-p">
        <div className="wrap">
          {state.sent ? (
            <EnquirySent sent={state.sent} shortlist={state.shortlist} />
          ) : (
            <EnquiryForm state={state} />
          )}
        </div>
      </section>
    </SiteFrame>
  );
}
