import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient } from '../api-client';
import { sampleLead } from '../samples';

/** A lead that was sent, under the key that it has in all rounds. */
interface SentLead {
  key: string;
  /** Its id, once it was acknowledged. */
  id?: string;
}

/** An upload for which an address was given out. */
interface SentPicture {
  path: string;
  isAcknowledged: boolean;
}

/** What was written over all rounds, and what of it was acknowledged. */
export interface Written {
  leads: SentLead[];
  pictures: SentPicture[];
  /** The stats' ids in the order that they were made in. */
  stats: string[];
}

/** The visitor's address of a lead: its confirmation is found by it. */
export const addressOf = (key: string) => `${key}@visitor.example`;

/** Milliseconds between two leads of a writer: the mails of all have to be delivered in the end. */
const pace = 250;

async function sendLead(url: string, lead: SentLead): Promise<void> {
  const answer = await fetch(`${url}/api/leads`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': lead.key },
    body: JSON.stringify({ ...sampleLead, companyName: lead.key, email: addressOf(lead.key) }),
  });
  if (answer.status !== 201) throw new Error(`A lead was answered ${answer.status}`);
  lead.id = ((await answer.json()) as { id: string }).id;
}

async function sendLeads(url: string, { leads }: Written, unanswered: SentLead[]): Promise<void> {
  for (;;) {
    let lead = unanswered.pop();
    if (!lead) {
      lead = { key: randomUUID() };
      leads.push(lead);
    }
    await sendLead(url, lead);
    await pause(pace);
  }
}

/** Status changes and reorders. */
async function changeThings(api: ApiClient, { stats }: Written): Promise<void> {
  for (let ids = stats; ; ids = ids.toReversed()) {
    await api.post('/api/stats/reorder', { orderedIds: ids.toReversed() });
    const { body } = await api.get('/api/leads?limit=1');
    const [newest] = body as { id: string }[];
    if (newest) await api.patch(`/api/leads/${newest.id}`, { status: 'contacted' });
  }
}

async function sendPictures(api: ApiClient, { pictures }: Written, file: Buffer): Promise<void> {
  for (;;) {
    const { body } = await api.post('/api/objects/upload');
    const { uploadURL, servingPath } = body as { uploadURL: string; servingPath: string };
    const picture = { path: servingPath, isAcknowledged: false };
    pictures.push(picture);
    const { status } = await api.request('PUT', uploadURL, file, { 'Content-Type': 'image/jpeg' });
    picture.isAcknowledged = status === 200;
  }
}

/**
 * Visitors and the owner at work on a server until it is gone, which is what the promise waits for.
 * Leads without an answer are sent again first, as a visitor's browser would.
 */
export async function writeUntilKilled(
  owner: ApiClient,
  url: string,
  written: Written,
  { writers, picture }: { writers: number; picture: Buffer },
): Promise<void> {
  const unanswered = written.leads.filter(({ id }) => id === undefined);
  await Promise.allSettled([
    ...Array.from({ length: writers }, () => sendLeads(url, written, unanswered)),
    changeThings(owner, written),
    sendPictures(owner, written, picture),
  ]);
}

/** Signs in; a machine that is busy with other things may ask to come again. */
export async function signedIn(url: string, password: string): Promise<ApiClient> {
  const api = new ApiClient(url);
  for (let tries = 1; ; tries += 1) {
    try {
      await api.signIn(password);
      return api;
    } catch (error) {
      if (tries === 5) throw error;
      await pause(1_000);
    }
  }
}
