import { useEffect } from 'react';
import { Link } from 'wouter';
import { useCollection } from '../../collections/collection-queries';
import type { EnquiryState } from '../../features/leads/enquiry-state';
import { payablePackage } from '../../features/leads/package-choice';
import { checkoutAddress, Thanks, ThanksCrew } from '../../features/leads/Thanks';
import { buildLeadBookingUrl } from '../../features/scheduling/call';
import { shortlistStore } from '../../features/shortlist/shortlist-store';
import { leadEvent } from '../../features/tracking/events';
import { track } from '../../features/tracking/track';
import { useSite } from '../../lib/site';
import { buttonClass } from '../../ui/Button';

interface Props {
  sent: NonNullable<EnquiryState['sent']>;
  shortlist: EnquiryState['shortlist'];
}

/** The thanks after an enquiry, with the same ways on as the dialog's. */
export function EnquirySent({ sent, shortlist }: Props) {
  const { data: packages = [] } = useCollection('packages');
  const { schedulingUrl } = useSite();
  const payable = payablePackage(packages, sent.packageId);

  useEffect(() => {
    if (shortlist) shortlistStore.sent(shortlist);
  }, [shortlist]);

  useEffect(() => {
    const { leadId: id, packageName, serverTellsAnalytics } = sent;
    const event = leadEvent({ ...sent, id, interestedPackage: packageName });
    track(event.name, { ...event.details, serverTellsAnalytics }, event.id);
  }, [sent]);

  return (
    <div className="enq-g">
      <div className="enq-t">
        <h1>Thank You!</h1>
      </div>
      <div className="enq-s">
        <ThanksCrew />
        <div className="enq-b">
          <Thanks
            packages={packages}
            packageName={sent.packageName}
            packageId={sent.packageId}
            bookCall={
              <a href={schedulingUrl ?? buildLeadBookingUrl(sent.leadId)}>Book your call now</a>
            }
          />
        </div>
        <div className="enq-a">
          <Link className={buttonClass(payable ? 'secondary' : 'primary')} href="/">
            We'll Contact You
          </Link>
          {payable && (
            <Link className={buttonClass()} href={checkoutAddress(sent.leadId, payable.id)}>
              Proceed to Payment
            </Link>
          )}
        </div>
      </div>
    </div>
  );
}
