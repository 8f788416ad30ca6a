import { useLocation } from 'wouter';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { type PackageChoice, payablePackage } from './package-choice';
import { checkoutAddress, Thanks, ThanksCrew } from './Thanks';

interface Props {
  packages: readonly PackageChoice[];
  leadId: string;
  packageName: string | null;
  onClose: () => void;
}

/** After an enquiry: pay now for the chosen package, or be contacted first. */
export function ThankYouDialog({ packages, leadId, packageName, onClose }: Props) {
  const [, navigate] = useLocation();
  const payable = payablePackage(packages, packageName);

  const pay = (packageId: string) => {
    onClose();
    navigate(checkoutAddress(leadId, packageId));
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
          {payable && <Button onClick={() => pay(payable.id)}>Proceed to Payment</Button>}
        </>
      }
    >
      <Thanks packages={packages} packageName={packageName} />
    </Dialog>
  );
}
