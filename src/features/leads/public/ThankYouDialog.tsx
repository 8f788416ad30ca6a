import { useLocation } from 'wouter';
import { isOffline } from '../../../lib/is-offline';
import { useSite } from '../../../lib/site';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { offlineNotice, useToast } from '../../../ui/toast';
import { buildLeadBookingUrl } from '../../scheduling/call';
import { BookCallLink } from '../../scheduling/public/BookCallButton';
import { findPayablePackage, type PackageChoice } from '../package-choice';
import { buildCheckoutUrl, Thanks, ThanksCrew } from './Thanks';

/** The parts of a stored inquiry that the thank-you dialog needs. */
export interface SentInquiry {
  leadId: string;
  packageName: string | null;
  packageId: string | null;
}

interface Props extends SentInquiry {
  packages: readonly PackageChoice[];
  onClose: () => void;
}

/** Thank-you dialog: pay now for the chosen package, or be contacted first. */
export function ThankYouDialog({ packages, leadId, packageName, packageId, onClose }: Props) {
  const [, navigate] = useLocation();
  const toast = useToast();
  const { schedulingUrl } = useSite();
  const payable = findPayablePackage(packages, packageId);

  const openCheckout = async (payableId: string) => {
    // Keep the dialog open offline: it has the only link to pay for this inquiry.
    if (await isOffline()) return toast(offlineNotice);
    onClose();
    navigate(buildCheckoutUrl(leadId, payableId));
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Thank You!"
      banner={<ThanksCrew />}
      footer={
        <>
          <Button variant={payable ? 'secondary' : 'primary'} onClick={onClose}>
            We'll Contact You
          </Button>
          {payable && <Button onClick={() => openCheckout(payable.id)}>Proceed to Payment</Button>}
        </>
      }
    >
      <Thanks
        packages={packages}
        packageName={packageName}
        packageId={packageId}
        bookCall={
          <BookCallLink href={schedulingUrl ?? buildLeadBookingUrl(leadId)}>
            Book your call now
          </BookCallLink>
        }
      />
    </Dialog>
  );
}
