import type { Environment } from '../../foundation/environment/environment.server';
import { createSafeFetch } from '../../lib/network/safe-fetch.server';

/** Base URLs of the platforms' conversion APIs. */
export interface ConversionApis {
  googleAnalytics: string;
  meta: string;
}

declare module '../../foundation/outbox/delivery.server' {
  interface DeliveryServices {
    conversionApis: ConversionApis;
  }
}

export const conversionApis: ConversionApis = {
  googleAnalytics: 'https://www.google-analytics.com',
  meta: 'https://graph.facebook.com/v23.0',
};

const limits = { timeoutMs: 10_000, maxBytes: 100_000 };

const maxErrorChars = 200;

/**
 * Sends a conversion. It contains a secret, so redirects are not followed.
 * @throws when the platform can't be reached, times out or refuses
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
