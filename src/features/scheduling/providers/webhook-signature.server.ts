import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whether a hexadecimal signature is the HMAC-SHA256 of a text, compared in constant time. */
export function isValidHmac(signature: string, text: string, secret: string): boolean {
  if (!/^[0-9a-f]{64}$/i.test(signature)) return false;
  const expected = createHmac('sha256', secret).update(text).digest();
  return timingSafeEqual(Buffer.from(signature, 'hex'), expected);
}
