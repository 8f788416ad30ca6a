import type { ReactNode } from 'react';
import { formatMoney } from '../../lib/format-number';
import { useSite } from '../../lib/site';
import { CrewMember } from '../../ui/CrewMember';
import { PhoneLink } from '../../ui/PhoneLink';
import { undecidedPackageName } from '../inquiry/lead-form-options';
import { findPayablePackage, type PackageChoice } from '../inquiry/package-choice';
import * as styles from './Thanks.module.css';

const benefits = [
  'Secure your spot immediately',
  'Unlock priority onboarding',
  'Get started within 48 hours',
];

/** Illustration above the thank-you message. */
export function ThanksCrew() {
  const { crew } = useSite();
  if (!crew) return null;
  return (
    <div className={styles.crew} aria-hidden="true">
      {crew.slice(0, 4).map((picture) => (
        <CrewMember key={picture.url} picture={picture} size={96} />
      ))}
    </div>
  );
}

/** Returns the chosen package if it can be paid; null if the owner has switched payments off. */
export function usePayablePackage(packages: readonly PackageChoice[], chosenId: string | null) {
  const { arePaymentsOff } = useSite();
  return arePaymentsOff ? null : findPayablePackage(packages, chosenId);
}

interface Props {
  /** Name of the package that the visitor chose, "Not sure", or null. */
  packageName: string | null;
  /** The chosen package if it can be paid. */
  payable: ReturnType<typeof findPayablePackage>;
  /** Link to book a call. */
  bookCall: ReactNode;
}

/** Thank-you message. With a package that can be paid, also the benefits of paying now. */
export function Thanks({ packageName, payable, bookCall }: Props) {
  if (!payable) {
    const chosen = packageName === undecidedPackageName ? null : packageName;
    return (
      <>
        <p>
          {chosen ? `We have your inquiry about ${chosen}. ` : 'We have your inquiry. '}
          We'll be in touch within 24 hours to schedule your discovery call.
        </p>
        <p>Would you rather pick the time yourself? {bookCall}</p>
        <CallUs />
      </>
    );
  }
  return (
    <>
      <p>We have your inquiry. Pay now for the package you chose, or let us contact you first.</p>
      <p className={styles.selectedPackage}>
        <b>{payable.name}</b>
        <span>
          <b>{formatMoney(payable.price)}</b> one-time
        </span>
      </p>
      <ul className={styles.benefits}>
        {benefits.map((benefit) => (
          <li key={benefit}>{benefit}</li>
        ))}
      </ul>
      <p>Would you rather talk first? {bookCall}</p>
      <CallUs />
    </>
  );
}

function CallUs() {
  if (!useSite().phone) return null;
  return (
    <p>
      Or call us: <PhoneLink />
    </p>
  );
}

/** Builds the URL of the checkout page of a lead and a package. */
export const buildCheckoutUrl = (leadId: string, packageId: string): string =>
  `/checkout?${new URLSearchParams({ leadId, packageId })}`;
