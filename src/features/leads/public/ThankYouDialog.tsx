import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { isOffline } from '../../../lib/is-offline';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { offlineNotice, useToast } from '../../../ui/toast';
import type { PackageChoice } from '../inquiry/package-choice';
import { buildCheckoutUrl, Thanks, ThanksCrew, usePayablePackage } from './Thanks';

/** The parts of a stored inquiry that the thank-you dialog needs. */
export interface SentInquiry {
  leadId: string;
  packageName: string | null;
  /**
   * The package's ID. Null if it is not one of the owner's packages, or if its name is shared and
   * no ID was sent.
   */
  packageId: string | null;
}

interface Props extends SentInquiry {
  packages: readonly PackageChoice[];
  /** The link to book a call right away. */
  bookCall: ReactNode;
  onClose: () => void;
}

/** Thank-you dialog: pay now for the chosen package, or be contacted first. */
export function ThankYouDialog({
  packages,
  leadId,
  packageName,
  packageId,
  bookCall,
  onClose,
}: Props) {
  const [, navigate] = useLocation();
  const toast = useToast();
  const payable = usePayablePackage(packages, packageId);

  const openCheckout = async (payableId: string) => {
    // Keep the dialog open offline: it has the only link to pay for this inquiry.
    if (await isOffline()) return toast(offlineNotice);
    onClose();
    // The dialog's history entry becomes that of the checkout.
    navigate(buildCheckoutUrl(leadId, payableId), { replace: true });
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
      <Thanks packageName={packageName} payable={payable} bookCall={bookCall} />
    </Dialog>
  );
}
