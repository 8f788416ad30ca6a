import { isOffline } from '../../lib/connection';
import { HttpError, request, serverMessage } from '../../lib/http';
import type { Tracking } from '../../lib/site';
import { agreedDeliveries } from '../tracking/attribution';
import { leadEvent } from '../tracking/events';
import { type LeadOrigin, leadOrigin } from '../tracking/lead-origin';
import { track } from '../tracking/track';
import { draftStore } from './draft-store';
import type { LeadInput } from './lead';
import { rememberSentLead } from './sent-lead';

/** By what the server tells a program from a person. */
export interface FormSigns {
  /** The field that nobody sees. */
  website: string;
  /** Milliseconds from the form's opening to its sending. */
  tookMs: number;
}

/** Milliseconds that the server has for its answer. */
const patience = 20_000;

/** What became of an attempt to send an enquiry. */
export type SendResult =
  | { leadId: string }
  | {
      /** For the visitor to read. */
      message: string;
      /** What is wrong with which field. */
      fields: Record<string, string>;
    };

const post = (typed: string, key: string, besides: LeadOrigin & FormSigns) =>
  request<{ id: string }>('/api/leads', {
    method: 'POST',
    body: { ...JSON.parse(typed), ...besides },
    headers: { 'Idempotency-Key': key },
    signal: AbortSignal.timeout(patience),
  });

const statusOf = (error: unknown) => (error instanceof HttpError ? error.status : undefined);

/** A request that the server has read and refused stored nothing; any other failure may have. */
function isRefusal(error: unknown): boolean {
  const status = statusOf(error) ?? 0;
  return status >= 400 && status < 500;
}

/** Why there was no answer that could be read. */
async function failureMessage(error: unknown): Promise<string> {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return 'The server did not answer within 20 seconds. Your answers are still here: send them again, they count once.';
  }
  // All that fetch tells of a broken connection is that it is a TypeError.
  if (error instanceof TypeError && (await isOffline())) {
    return 'You are offline. Your answers are still here: send them once you are connected.';
  }
  if (error instanceof TypeError) {
    return 'The server could not be reached. Your answers are still here: please try again.';
  }
  return serverMessage(error, 'Your answers are still here: please try again.');
}

/**
 * Sends an enquiry under the draft's key, so that however often it is sent it is stored once, and
 * clears the draft when it is stored. Where the visitor came from goes along, but does not make it
 * another enquiry.
 */
export async function sendLead(
  input: LeadInput,
  signs: FormSigns,
  tracking?: Tracking,
): Promise<SendResult> {
  const content = JSON.stringify(input);
  const origin = leadOrigin(tracking);
  let key = draftStore.attempt(content);
  try {
    let answer: { id: string };
    try {
      answer = await post(content, key, { ...origin, ...signs });
    } catch (error) {
      if (statusOf(error) !== 409) throw error;
      // An earlier text of this draft is stored under the key: this one is a new enquiry.
      draftStore.keyTaken(key);
      key = draftStore.attempt(content);
      answer = await post(content, key, { ...origin, ...signs });
    }
    draftStore.sent(key);
    const { name, id, details } = leadEvent({ ...input, id: answer.id });
    const { analytics } = agreedDeliveries(origin.consent);
    track(name, { ...details, serverTellsAnalytics: analytics }, id);
    rememberSentLead({ id: answer.id, ...input });
    return { leadId: answer.id };
  } catch (error) {
    if (isRefusal(error)) draftStore.refused(key);
    const fields = (error instanceof HttpError && error.body.fields) || {};
    return { message: await failureMessage(error), fields };
  }
}
