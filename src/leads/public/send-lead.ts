import { collectLeadSource, type LeadSource } from '../../analytics/attribution/lead-source';
import { getConsentedDeliveries } from '../../analytics/contract';
import { createLeadEvent } from '../../analytics/tracking/events';
import { track } from '../../analytics/tracking/track';
import {
  getFieldErrors,
  getServerMessage,
  HttpError,
  isOffline,
  request,
} from '../../lib/network/http-client';
import type { Tracking } from '../../lib/site';
import type { LeadInput, SpamSignals } from '../contract';
import { draftStore, rememberSentLead } from './draft-store';

const timeoutMs = 20_000;

export type SendResult =
  | { leadId: string }
  | {
      /** Message for the visitor. */
      message: string;
      fields: Record<string, string>;
    };

const postLead = (input: LeadInput, key: string, extraFields: LeadSource & SpamSignals) =>
  request<{ id: string }>('/api/leads', {
    method: 'POST',
    body: { ...input, ...extraFields },
    headers: { 'Idempotency-Key': key },
    signal: AbortSignal.timeout(timeoutMs),
  });

const getStatus = (error: unknown) => (error instanceof HttpError ? error.status : undefined);

/**
 * Returns whether the server read and rejected the request, so that it stored nothing. After any
 * other failure it may have stored it.
 */
function isRejection(error: unknown): boolean {
  const status = getStatus(error) ?? 0;
  return status >= 400 && status < 500;
}

async function describeFailure(error: unknown): Promise<string> {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return 'The server did not respond within 20 seconds. Your answers are still here: send them again, and they are stored once.';
  }
  // fetch reports every connection failure as a TypeError.
  if (error instanceof TypeError && (await isOffline())) {
    return 'You are offline. Your answers are still here: send them when you are connected again.';
  }
  if (error instanceof TypeError) {
    return 'The server could not be reached. Your answers are still here: please try again.';
  }
  return getServerMessage(error, 'Your answers are still here: please try again.');
}

/**
 * Sends an inquiry with the draft's idempotency key, so that it is stored once however often it is
 * sent. Clears the draft once it is stored. The attribution is sent too, but does not make it a
 * different inquiry.
 */
export async function sendLead(
  input: LeadInput,
  spamSignals: SpamSignals,
  tracking?: Tracking,
): Promise<SendResult> {
  const content = JSON.stringify(input);
  const source = collectLeadSource(tracking);
  const extraFields = { ...source, ...spamSignals };
  const values = draftStore.values();
  let key = draftStore.startAttempt(content);
  try {
    let response: { id: string };
    try {
      response = await postLead(input, key, extraFields);
    } catch (error) {
      if (getStatus(error) !== 409) throw error;
      // The server stored an earlier version of this draft under the key, so this is a new inquiry.
      draftStore.replaceKey(key);
      key = draftStore.startAttempt(content);
      response = await postLead(input, key, extraFields);
    }
    draftStore.markSent(key, values);
    const { name, id, details } = createLeadEvent(
      { ...input, id: response.id },
      tracking?.leadValues,
    );
    const { analytics } = getConsentedDeliveries(source.consent);
    track(name, { ...details, isReportedByServer: analytics }, id);
    rememberSentLead({ id: response.id, ...input });
    return { leadId: response.id };
  } catch (error) {
    if (isRejection(error)) draftStore.markRejected(key);
    const fields = getFieldErrors(error);
    return { message: await describeFailure(error), fields };
  }
}
