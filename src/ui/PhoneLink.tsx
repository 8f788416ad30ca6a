import { useSite } from '../lib/site';

/** Link that calls the owner. Renders nothing while no phone number is set. */
export function PhoneLink() {
  const { phone, phoneUrl } = useSite();
  return phone ? <a href={phoneUrl}>{phone}</a> : null;
}
