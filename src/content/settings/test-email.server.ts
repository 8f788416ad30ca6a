import { randomUUID } from 'node:crypto';
import type { TestOutcome } from '../../foundation/environment/contract';
import type { Environment } from '../../foundation/environment/environment.server';
import { createOwnerFooter } from '../../foundation/outbox/mail-html.server';
import { createMailer } from '../../foundation/outbox/mailer.server';
import { smtpFailures } from '../../foundation/outbox/smtp-transport.server';
import { AppError, getErrorCode } from '../../lib/errors';
import { SECOND } from '../../lib/time/durations';
import {
  canTakePayments,
  createStripeClient,
  toStripeFailure,
} from '../../payments/stripe-client.server';

const timeoutMs = 20 * SECOND;

/**
 * Sends an email to the owner's first notification address, over a connection of its own, so that
 * it waits for no other email.
 * @throws AppError conflict when there is no mail server or no address
 */
export async function sendTestEmail(environment: Environment): Promise<TestOutcome> {
  const { SITE_NAME, SITE_URL, SMTP_URL, NOTIFY_EMAIL: [to] = [] } = environment;
  if (!SMTP_URL) throw new AppError('conflict', 'Enter a mail server and save it first.');
  if (to === undefined) {
    throw new AppError('conflict', 'Enter an address for notifications and save it first.');
  }
  const mailer = createMailer(environment, timeoutMs);
  try {
    await mailer.send({
      id: randomUUID(),
      to,
      subject: `${SITE_NAME}: test email`,
      content: {
        title: 'It works',
        preheader: 'New leads will reach you at this address.',
        blocks: [
          'This is the test email that you asked for. New leads will reach you at this address.',
          {
            kind: 'actions',
            links: [{ label: 'Open the admin area', url: `${SITE_URL}/admin` }],
          },
        ],
        footer: createOwnerFooter(environment, 'new leads and calls'),
      },
    });
  } catch (error) {
    const failure = smtpFailures[getErrorCode(error)];
    return {
      success: false,
      message: failure
        ? `${failure.problem} ${failure.fix}`
        : 'The mail server did not take the email. Check the mail settings, then send another test.',
    };
  } finally {
    await mailer.close();
  }
  return {
    success: true,
    message: `Sent to ${to}. It should be in your inbox within a minute. If it is not, look in the spam folder.`,
  };
}

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
