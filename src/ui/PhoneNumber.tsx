import { buildPhoneUrl } from '../lib/phone-url';

/** What was entered as a phone number: a link that calls it, or text if it is none. */
export function PhoneNumber({ phone }: { phone: string }) {
  const url = buildPhoneUrl(phone);
  return url ? <a href={url}>{phone}</a> : phone;
}
