import { useEffect } from 'react';
import { Link } from 'wouter';
import { createLeadEvent } from '../../analytics/tracking/events';
import { track } from '../../analytics/tracking/track';
import { useCollection } from '../../content/collections/queries';
import { markShortlistSent } from '../../content/collections/talents/shortlist/shortlist';
import { shortlistStore } from '../../content/collections/talents/shortlist/shortlist-store';
import type { InquiryPageState } from '../../leads/inquiry/inquiry-page-state';
import { buildCheckoutUrl, Thanks, ThanksCrew, usePayablePackage } from '../../leads/public/Thanks';
import { buildLeadBookingUrl } from '../../lib/booking-link';
import { useSite } from '../../lib/site';
import { getButtonClass } from '../../ui/Button';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import * as styles from './InquiryPage.module.css';

interface Props {
  sent: NonNullable<InquiryPageState['sent']>;
  plan: InquiryPageState['plan'];
  shortlist: InquiryPageState['shortlist'];
}

/** Thank-you page after an inquiry, with the same buttons as the dialog. */
export function InquirySent({ sent, plan, shortlist }: Props) {
  const { data: packages = [] } = useCollection('packages');
  const { schedulingUrl, tracking } = useSite();
  const payable = usePayablePackage(packages, sent.packageId);

  useEffect(() => {
    if (shortlist) shortlistStore.update((from) => markShortlistSent(from, shortlist));
  }, [shortlist]);

  useEffect(() => {
    const { leadId: id, packageId, packageName, isReportedByServer } = sent;
    const event = createLeadEvent(
      { ...sent, id, interestedPackage: packageName, interestedPackageId: packageId },
      tracking?.leadValues,
    );
    track(event.name, { ...event.details, isReportedByServer }, event.id);
  }, [sent, tracking]);

  return (
    <div className={`${layoutStyles.columns} ${styles.columns}`}>
      <div className={styles.introduction}>
        <h1>Thank You!</h1>
      </div>
      <div className={styles.thanks}>
        <ThanksCrew />
        <div className={styles.thanksBody}>
          <Thanks
            packageName={sent.packageName}
            payable={payable}
            plan={plan}
            bookCall={
              <a href={schedulingUrl ?? buildLeadBookingUrl(sent.leadId)}>Book your call now</a>
            }
          />
        </div>
        <div className={styles.thanksActions}>
          <Link className={getButtonClass(payable ? 'secondary' : 'primary')} href="/">
            We'll Contact You
          </Link>
          {payable && (
            <Link className={getButtonClass()} href={buildCheckoutUrl(sent.leadId, payable.id)}>
              Proceed to Payment
            </Link>
          )}
        </div>
      </div>
    </div>
  );
}
