import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { countFunnelStep, toFunnelSource } from '../../analytics/store.server';
import type { Database } from '../../db/database.server';
import { runInTransaction } from '../../db/transactions.server';
import type { Environment } from '../../foundation/environment/environment.server';
import { listLeadDeliveries } from '../../foundation/outbox/receipts.server';
import { findDelivery } from '../../foundation/outbox/store.server';
import { z } from '../../lib/schema';
import { getTimeAgo, MINUTE, SECOND } from '../../lib/time/durations';
import { leadInput } from '../contract';
import type { LeadDelivery } from '../detail-contract';
import { purgeLeads } from '../privacy/retention.server';

/** How long the deliveries of the test inquiry may take. */
const timeoutMs = 20 * SECOND;
const pollMs = 250;

/** The marks of a test inquiry, by which one that was left behind is found. */
const testCompany = 'Test inquiry';
const keyPrefix = 'self-test-';

const step = z.object({
  name: z.enum(['form', 'store', 'delivery', 'cleanup', 'check']),
  label: z.string(),
  state: z.enum(['ok', 'off', 'failed']),
  /** Why it is off or has failed. */
  detail: z.nullable(z.string()),
});

type Step = z.output<typeof step>;

/** Steps of a test inquiry. `success`: none has failed. */
export const selfTestReport = z.object({ success: z.boolean(), steps: z.array(step) });

type SelfTestReport = z.output<typeof selfTestReport>;

/** A request to `POST /api/leads`, as the form sends it. */
export interface TestInquiry {
  body: Record<string, unknown>;
  headers: { 'idempotency-key': string };
}

interface SelfTestOptions {
  db: Database;
  environment: Environment;
  /** Sends the inquiry as a visitor does. */
  submit: (inquiry: TestInquiry) => Promise<{ status: number; body: unknown }>;
  /** Examines what else visitors depend on, which the test inquiry does not pass through. */
  examine: () => Promise<{ name: string; level: string; text: string }[]>;
}

/** Chooses the owner's address, which receives the emails to the visitor. */
function chooseEmail({ NOTIFY_EMAIL, SUPPORT_EMAIL }: Environment): string {
  const email = NOTIFY_EMAIL?.[0] ?? SUPPORT_EMAIL;
  // The default on a development machine, such as hello@localhost, is no valid address.
  return leadInput.shape.email.safeParse(email).success ? email : 'test@example.com';
}

const createInquiry = (environment: Environment): TestInquiry => ({
  headers: { 'idempotency-key': keyPrefix + randomUUID() },
  body: {
    companyName: testCompany,
    contactName: 'Test',
    email: chooseEmail(environment),
    message: 'This is a test of the form. It is deleted within a minute.',
    tookMs: MINUTE,
  },
});

const formatError = (error: unknown) => (error instanceof Error ? error.message : String(error));

const created = z.object({ id: z.string() });

/** Sends the inquiry. @returns the step, and the lead's ID when it was accepted */
async function testForm({ environment, submit }: SelfTestOptions) {
  const label = 'Send the form';
  try {
    const { status, body } = await submit(createInquiry(environment));
    const { data } = created.safeParse(body);
    if (status === 201 && data) {
      return { step: createStep('form', label), leadId: data.id };
    }
    return { step: createStep('form', label, `The server responded with ${status}.`) };
  } catch (error) {
    return { step: createStep('form', label, formatError(error)) };
  }
}

const createStep = (name: Step['name'], label: string, failure: string | null = null): Step => ({
  name,
  label,
  state: failure === null ? 'ok' : 'failed',
  detail: failure,
});

async function testStore(db: Database, leadId: string): Promise<Step> {
  const stored = await db
    .selectFrom('leads')
    .select('suspect')
    .where('id', '=', leadId)
    .executeTakeFirst();
  if (!stored) return createStep('store', 'Store the lead', 'The lead is not in the database.');
  const isSpam = stored.suspect !== null;
  return createStep('store', 'Store the lead', isSpam ? 'It was marked as spam.' : null);
}

const mailLabels = { owner: 'Email to you', visitor: 'Email to the visitor' };

function toDeliveryStep(delivery: LeadDelivery): Step {
  const { kind, status, lastError, targetName } = delivery;
  const audience = findDelivery(kind)?.audience;
  const label = targetName ?? (audience ? mailLabels[audience] : delivery.label);
  if (status === 'sent') return createStep('delivery', label);
  if (status === 'off') return { name: 'delivery', label, state: 'off', detail: lastError };
  const failure = lastError ?? `It was not sent within ${timeoutMs / SECOND} seconds.`;
  return createStep('delivery', label, failure);
}

/** Waits until the deliveries were attempted. */
async function testDeliveries(db: Database, leadId: string): Promise<Step[]> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const deliveries = await listLeadDeliveries(db, [leadId]);
    const isPending = deliveries.some(
      ({ status, lastError }) => status === 'pending' && lastError === null,
    );
    if (!isPending || Date.now() >= deadline) return deliveries.map(toDeliveryStep);
    await pause(pollMs);
  }
}

/** Deletes test inquiries with all their records, and subtracts them from the counts. */
const deleteTestLeads = (db: Database, ids: readonly string[]): Promise<void> =>
  runInTransaction(db, async (transaction) => {
    const leads = await transaction
      .selectFrom('leads')
      .select(['id', 'createdAt', 'suspect'])
      .where('id', 'in', ids)
      .where('companyName', '=', testCompany)
      .execute();
    const leadIds = leads.map(({ id }) => id);
    await purgeLeads(transaction, leadIds, {});
    await transaction.deleteFrom('idempotencyKeys').where('leadId', 'in', ids).execute();
    for (const { createdAt, suspect } of leads) {
      if (suspect !== null) continue;
      const day = createdAt.slice(0, 10);
      await countFunnelStep(transaction, 'enquiry', toFunnelSource(null), -1, day);
    }
  });

/** Time after which a test has ended, even if its process died. */
const maxDurationMs = 10 * MINUTE;

/** Deletes the leads of tests that were interrupted. */
export async function purgeTestLeads(db: Database): Promise<void> {
  const forgotten = await db
    .selectFrom('idempotencyKeys')
    .select('leadId')
    .where('key', 'like', `${keyPrefix}%`)
    .where('createdAt', '<', getTimeAgo(maxDurationMs))
    .limit(100)
    .execute();
  if (forgotten.length === 0) return;
  await deleteTestLeads(
    db,
    forgotten.map(({ leadId }) => leadId),
  );
}

/**
 * Sends a marked inquiry through the form's route, the database, emails and webhooks. Checks each
 * step, then deletes the inquiry. What is missing otherwise is off: inquiries arrive without it.
 */
export async function runSelfTest(options: SelfTestOptions): Promise<SelfTestReport> {
  const { db } = options;
  const { step: form, leadId } = await testForm(options);
  const steps = [form];
  if (leadId !== undefined) {
    try {
      steps.push(await testStore(db, leadId), ...(await testDeliveries(db, leadId)));
    } finally {
      await deleteTestLeads(db, [leadId]);
    }
    const rest = await db
      .selectFrom('leads')
      .select('id')
      .where('id', '=', leadId)
      .executeTakeFirst();
    steps.push(createStep('cleanup', 'Clean up', rest ? 'The lead is still stored.' : null));
  }
  for (const { name: label, level, text } of await options.examine()) {
    const isOk = level === 'ok';
    steps.push({
      ...{ name: 'check', label, state: isOk ? 'ok' : 'off', detail: isOk ? null : text },
    });
  }
  return { success: steps.every(({ state }) => state !== 'failed'), steps };
}
