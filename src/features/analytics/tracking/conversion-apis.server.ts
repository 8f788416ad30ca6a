import type { Environment } from '../../../foundation/settings/environment.server';
import { createSafeFetch } from '../../../lib/safe-fetch.server';

/** Where the platforms take conversions from a server. */
export interface ConversionApis {
  googleAnalytics: string;
  meta: string;
}

declare module '../../../foundation/outbox/delivery.server' {
  interface DeliveryServices {
    conversionApis: ConversionApis;
  }
}

export const conversionApis: ConversionApis = {
  googleAnalytics: 'https://www.google-analytics.com',
  meta: 'https://graph.facebook.com/v23.0',
};

/** Milliseconds that a platform has for its answer, and bytes that are read of it. */
const limits = { timeoutMs: 10_000, maxBytes: 100_000 };

/** Characters of a platform's complaint that are worth keeping. */
const maxErrorChars = 200;

/**
 * Sends a conversion. It carries a secret, so it goes nowhere but where it is sent.
 * @throws when the platform can't be reached, is too slow or refuses
 */
export async function sendConversion(
  environment: Environment,
  url: URL,
  body: unknown,
): Promise<void> {
  const response = await createSafeFetch(environment, limits)(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.ok) return;
  const text = (await response.text()).slice(0, maxErrorChars);
  throw new Error(`${url.hostname} responded with ${response.status}: ${text}`);
}
