import type { TestOutcome } from '../../foundation/environment/contract';
import type { Environment } from '../../foundation/environment/environment.server';
import { AppError } from '../../lib/errors';
import { SECOND } from '../../lib/time/durations';
import {
  canTakePayments,
  createStripeClient,
  toStripeFailure,
} from '../../payments/stripe-client.server';

const limits = { timeoutMs: 8 * SECOND, maxBytes: 100_000 };

const isTestKey = (key = '') => key.includes('_test_');

/** Returns what the owner can do about a failed call; undefined if the call shows a valid key. */
function explainFailure(error: unknown): string | undefined {
  const statusCode = toStripeFailure(error)?.statusCode;
  // A restricted key may not read the balance.
  if (statusCode === 403) return undefined;
  return statusCode === 401
    ? 'Stripe did not accept the secret key. Copy it again from Stripe, save, then test again.'
    : 'Stripe can’t be reached right now. Try again in a few minutes.';
}

/**
 * Asks Stripe whether it accepts the saved secret key.
 * @throws AppError conflict when the keys are not complete
 */
export async function testPayments(environment: Environment): Promise<TestOutcome> {
  if (!canTakePayments(environment)) {
    throw new AppError('conflict', 'Enter all three keys and save them first.');
  }
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY } = environment;
  const isTest = isTestKey(STRIPE_SECRET_KEY);
  if (isTest !== isTestKey(STRIPE_PUBLISHABLE_KEY)) {
    return {
      success: false,
      message:
        'One of the keys is a test key, the other one is a live key. Copy both from the same page.',
    };
  }
  try {
    const stripe = await createStripeClient(environment, limits);
    await stripe.balance.retrieve();
  } catch (error) {
    const message = explainFailure(error);
    if (message) return { success: false, message };
  }
  return {
    success: true,
    message: isTest
      ? 'Connected, with test keys: payments look real, but no money is charged.'
      : 'Connected. Customers can pay by card.',
  };
}
