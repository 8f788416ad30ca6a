import { getServerMessage, HttpError, request } from '../../../lib/http-client';
import { isOffline } from '../../../lib/is-offline';
import type { Tracking } from '../../../lib/site';
import { collectLeadSource, type LeadSource } from '../../analytics/attribution/lead-source';
import { getConsentedDeliveries } from '../../analytics/contract';
import { createLeadEvent } from '../../analytics/tracking/events';
import { track } from '../../analytics/tracking/track';
import type { LeadInput } from '../contract';
import { draftStore } from './draft-store';
import { rememberSentLead } from './sent-lead';

/** By what the server tells a program from a person. */
export interface SpamSignals {
  /** The field that nobody sees. */
  website: string;
  /** Milliseconds from the form's opening to its sending. */
  tookMs: number;
}

/** Milliseconds that the server has for its answer. */
const timeoutMs = 20_000;

/** What became of an attempt to send an enquiry. */
export type SendResult =
  | { leadId: string }
  | {
      /** For the visitor to read. */
      message: string;
      /** What is wrong with which field. */
      fields: Record<string, string>;
    };

const postLead = (inputJson: string, key: string, extraFields: LeadSource & SpamSignals) =>
  request<{ id: string }>('/api/leads', {
    method: 'POST',
    body: { ...JSON.parse(inputJson), ...extraFields },
    headers: { 'Idempotency-Key': key },
    signal: AbortSignal.timeout(timeoutMs),
  });

const getStatus = (error: unknown) => (error instanceof HttpError ? error.status : undefined);

/** A request that the server has read and refused stored nothing; any other failure may have. */
function isRejection(error: unknown): boolean {
  const status = getStatus(error) ?? 0;
  return status >= 400 && status < 500;
}

/** Why there was no answer that could be read. */
async function describeFailure(error: unknown): Promise<string> {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return 'The server did not respond within 20 seconds. Your answers are still here: send them again, and they are stored once.';
  }
  // All that fetch tells of a broken connection is that it is a TypeError.
  if (error instanceof TypeError && (await isOffline())) {
    return 'You are offline. Your answers are still here: send them when you are connected again.';
  }
  if (error instanceof TypeError) {
    return 'The server could not be reached. Your answers are still here: please try again.';
  }
  return getServerMessage(error, 'Your answers are still here: please try again.');
}

/**
 * Sends an enquiry under the draft's key, so that however often it is sent it is stored once, and
 * clears the draft when it is stored. Where the visitor came from goes along, but does not make it
 * another enquiry.
 */
export async function sendLead(
  input: LeadInput,
  spamSignals: SpamSignals,
  tracking?: Tracking,
): Promise<SendResult> {
  const content = JSON.stringify(input);
  const origin = collectLeadSource(tracking);
  let key = draftStore.startAttempt(content);
  try {
    let response: { id: string };
    try {
      response = await postLead(content, key, { ...origin, ...spamSignals });
    } catch (error) {
      if (getStatus(error) !== 409) throw error;
      // An earlier text of this draft is stored under the key: this one is a new enquiry.
      draftStore.replaceKey(key);
      key = draftStore.startAttempt(content);
      response = await postLead(content, key, { ...origin, ...spamSignals });
    }
    draftStore.markSent(key);
    const { name, id, details } = createLeadEvent({ ...input, id: response.id });
    const { analytics } = getConsentedDeliveries(origin.consent);
    track(name, { ...details, serverTellsAnalytics: analytics }, id);
    rememberSentLead({ id: response.id, ...input });
    return { leadId: response.id };
  } catch (error) {
    if (isRejection(error)) draftStore.markRejected(key);
    const fields = (error instanceof HttpError && error.body.fields) || {};
    return { message: await describeFailure(error), fields };
  }
}
