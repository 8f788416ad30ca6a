import type { FormEvent, ReactNode } from 'react';
import { useLocation } from 'wouter';
import {
  addressFields,
  addressOf,
  type TalentAddress,
} from '../../collections/talents/talent-address';

interface Props {
  to: TalentAddress;
  onGone?: () => void;
  children: ReactNode;
}

/** Around a submit button that leads to another view of the talent page, also without JavaScript. */
export function AddressForm({ to, onGone, children }: Props) {
  const [, navigate] = useLocation();
  function go(event: FormEvent) {
    event.preventDefault();
    navigate(addressOf(to));
    onGone?.();
  }
  return (
    <form action="/talent" method="get" onSubmit={go}>
      {addressFields(to).map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
