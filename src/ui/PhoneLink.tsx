import { useSite } from '../lib/site';

/** Link that calls the owner. Renders nothing while no phone number is set. */
export function PhoneLink() {
  const { phone, phoneUrl } = useSite();
  return phoneUrl ? <a href={phoneUrl}>{phone}</a> : phone;
}
