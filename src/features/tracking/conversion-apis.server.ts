/** Where the platforms take conversions from a server. */
export interface ConversionApis {
  googleAnalytics: string;
  meta: string;
}

export const conversionApis: ConversionApis = {
  googleAnalytics: 'https://www.google-analytics.com',
  meta: 'https://graph.facebook.com/v23.0',
};

/** Milliseconds that a platform has for its answer. */
const patience = 10_000;

/** Characters of a platform's complaint that are worth keeping. */
const longestComplaint = 200;

/**
 * Sends a conversion. It carries a secret, so it goes nowhere but where it is sent: no redirects.
 * @throws when the platform can't be reached, is too slow or refuses
 */
export async function sendConversion(address: URL, body: unknown): Promise<void> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(patience),
  });
  if (response.ok) {
    await response.body?.cancel();
    return;
  }
  const text = (await response.text()).slice(0, longestComplaint);
  throw new Error(`${address.hostname} answered ${response.status}: ${text}`);
}
