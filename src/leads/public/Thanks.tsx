import type { ReactNode } from 'react';
import { formatMoney } from '../../lib/format-number';
import { useSite } from '../../lib/site';
import { PhoneLink } from '../../ui/PhoneLink';
import { CrewMember } from '../../ui/picture/CrewMember';
import { PersonPicture } from '../../ui/picture/Portrait';
import type { TalentChoice } from '../inquiry/inquiry-topic';
import { undecidedPackageName } from '../inquiry/lead-form-options';
import { findPayablePackage, type PackageChoice } from '../inquiry/package-choice';
import type { PlanSummary } from '../inquiry/plan-summary';
import * as styles from './Thanks.module.css';

const benefits = [
  'Secure your spot immediately',
  'Unlock priority onboarding',
  'Get started within 48 hours',
];

const maxFaces = 4;
const faceSize = 96;

/** Illustration above the thank-you message: the people on the plan, otherwise the crew. */
export function ThanksCrew({ people = [] }: { people?: readonly TalentChoice[] | undefined }) {
  const { crew } = useSite();
  if (people.length > 0) {
    return (
      <div className={styles.crew} aria-hidden="true">
        {people.slice(0, maxFaces).map((person) => (
          <PersonPicture key={person.id} person={person} size={faceSize} />
        ))}
      </div>
    );
  }
  if (!crew) return null;
  return (
    <div className={styles.crew} aria-hidden="true">
      {crew.slice(0, maxFaces).map((picture) => (
        <CrewMember key={picture.url} picture={picture} size={faceSize} />
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
  /** The plan that was sent along. */
  plan: Pick<PlanSummary, 'code' | 'received'> | null;
  /** Link to book a call. */
  bookCall: ReactNode;
}

/** Says what was received: the plan with its hours, or the inquiry. */
function formatReceived(packageName: string | null, plan: Props['plan']): string {
  if (plan) return plan.received;
  return packageName ? `We have your inquiry about ${packageName}.` : 'We have your inquiry.';
}

/** Thank-you message. With a package that can be paid, also the benefits of paying now. */
export function Thanks({ packageName, payable, plan, bookCall }: Props) {
  if (!payable) {
    const chosen = packageName === undecidedPackageName ? null : packageName;
    return (
      <>
        <p>
          {formatReceived(chosen, plan)} We'll be in touch within 24 hours to schedule your
          discovery call.
        </p>
        <PlanAddress plan={plan} />
        <p>Would you rather pick the time yourself? {bookCall}</p>
        <CallUs />
      </>
    );
  }
  return (
    <>
      <p>
        {formatReceived(null, plan)} Pay now for the package you chose, or let us contact you first.
      </p>
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
      <PlanAddress plan={plan} />
      <p>Would you rather talk first? {bookCall}</p>
      <CallUs />
    </>
  );
}

function PlanAddress({ plan }: Pick<Props, 'plan'>) {
  if (!plan) return null;
  return (
    <p>
      Your plan stays <a href={`/cover?p=${plan.code}`}>at its address</a>.
    </p>
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
