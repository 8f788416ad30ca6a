import type Stripe from 'stripe';
import type { Environment } from '../foundation/environment/environment.server';
import { createSafeFetch } from '../lib/network/safe-fetch.server';
import { z } from '../lib/schema';

/** Limits of one request. A full page of a list has about a tenth of `maxBytes`. */
const defaultLimits = { timeoutMs: 6_000, maxBytes: 5_000_000 };

const maxNetworkRetries = 1;

/** Returns whether card payments are set up. */
export const canTakePayments = (environment: Environment): boolean =>
  environment.STRIPE_SECRET_KEY !== undefined;

/** Returns why payments are disabled; undefined when they are enabled. */
export const getPaymentsDisabledReason = (environment: Environment): string | undefined =>
  canTakePayments(environment) ? undefined : 'Card payments are off: STRIPE_SECRET_KEY is not set';

const clients = new WeakMap<Environment, { key: string; client: Promise<Stripe> }>();

/** Creates Stripe's client. Its requests go through the SSRF-safe HTTP client. */
export async function createStripeClient(
  environment: Environment,
  limits = defaultLimits,
): Promise<Stripe> {
  const { STRIPE_SECRET_KEY = '', STRIPE_API_BASE } = environment;
  // Loaded with the first payment: the library takes 20 MB and a tenth of a second.
  const { default: StripeClient } = await import('stripe');
  const base = STRIPE_API_BASE === undefined ? undefined : new URL(STRIPE_API_BASE);
  return new StripeClient(STRIPE_SECRET_KEY, {
    timeout: limits.timeoutMs,
    maxNetworkRetries,
    telemetry: false,
    httpClient: StripeClient.createFetchHttpClient(
      createSafeFetch(environment, { ...limits, trustedUrl: STRIPE_API_BASE, keepAlive: true }),
    ),
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'http:' ? 80 : 443),
      protocol: base.protocol === 'http:' ? ('http' as const) : ('https' as const),
    }),
  });
}

/** Returns the client for the current key. */
export function getStripe(environment: Environment): Promise<Stripe> {
  const { STRIPE_SECRET_KEY: key = '' } = environment;
  const known = clients.get(environment);
  if (known?.key === key) return known.client;
  const client = createStripeClient(environment);
  clients.set(environment, { key, client });
  return client;
}

/** The loggable part of a failed call. Stripe's errors also carry the request and its headers. */
const stripeFailure = z.object({
  /** Stripe's name of the error class. */
  type: z.string().check(z.startsWith('Stripe')),
  code: z.catch(z.optional(z.string()), undefined),
  statusCode: z.catch(z.optional(z.number()), undefined),
  requestId: z.catch(z.optional(z.string()), undefined),
});

/** Summarizes a failed call to Stripe; undefined for any other error. */
export const toStripeFailure = (error: unknown) =>
  error instanceof Error ? stripeFailure.safeParse(error).data : undefined;

/** Returns whether a call failed because the account of the current keys has no such object. */
export const isMissingAtStripe = (error: unknown): boolean =>
  toStripeFailure(error)?.code === 'resource_missing';

/** Builds the URL of a payment in Stripe's dashboard. */
export function buildStripeUrl(environment: Environment, intentId: string): string {
  const isTestKey = /^(sk|rk)_test_/.test(environment.STRIPE_SECRET_KEY ?? '');
  return `https://dashboard.stripe.com/${isTestKey ? 'test/' : ''}payments/${encodeURIComponent(intentId)}`;
}
