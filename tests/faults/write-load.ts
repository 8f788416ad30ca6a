import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient } from '../support/api-client';
import { sampleLead } from '../support/samples';

/** A lead that was sent, with its idempotency key. */
interface SentLead {
  key: string;
  /** The id, once the lead was acknowledged. */
  id?: string;
}

/** An upload for which a URL was created. */
interface SentPicture {
  path: string;
  isAcknowledged: boolean;
}

/** Everything written in all rounds, and what of it was acknowledged. */
export interface Writes {
  leads: SentLead[];
  pictures: SentPicture[];
  /** Ids of the stats in the order of their creation. */
  stats: string[];
}

/**
 * Returns the visitor's email address of a lead, which identifies its confirmation email. Each has a domain
 * of its own, because emails to one domain are rate limited.
 */
export const toVisitorEmail = (key: string) => `visitor@${key}.example`;

/** Pause between two leads of a writer, because all their emails have to be delivered in the end. */
const pauseMs = 250;

async function sendLead(url: string, lead: SentLead): Promise<void> {
  const response = await fetch(`${url}/api/leads`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': lead.key },
    body: JSON.stringify({ ...sampleLead, companyName: lead.key, email: toVisitorEmail(lead.key) }),
  });
  if (response.status !== 201) throw new Error(`A lead got ${response.status}`);
  lead.id = ((await response.json()) as { id: string }).id;
}

/**
 * Sends leads until the server is gone, first those that got no response, as a visitor's browser does.
 * @param pauseMs the pause between two leads
 */
export async function sendLeads(
  url: string,
  { leads }: Pick<Writes, 'leads'>,
  unacknowledged: SentLead[],
  pauseMs: number,
): Promise<void> {
  for (;;) {
    let lead = unacknowledged.pop();
    if (!lead) {
      // Not random letters: now and then they look like spam, whose visitor gets no email.
      lead = { key: `company-${randomInt(2 ** 47)}` };
      leads.push(lead);
    }
    await sendLead(url, lead);
    await pause(pauseMs);
  }
}

/** Reorders stats and changes lead statuses until the server is gone. */
async function changeContent(api: ApiClient, { stats }: Writes): Promise<void> {
  for (let ids = stats; ; ids = ids.toReversed()) {
    await api.post('/api/stats/reorder', { orderedIds: ids.toReversed() });
    const { body } = await api.get('/api/leads?limit=1');
    const [newest] = body as { id: string }[];
    if (newest) await api.patch(`/api/leads/${newest.id}`, { status: 'contacted' });
  }
}

async function sendPictures(api: ApiClient, { pictures }: Writes, file: Buffer): Promise<void> {
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
 * Writes as visitors and as the owner until the server is killed, and resolves then. Sends leads without a
 * response again first, as a visitor's browser would.
 */
export async function writeUntilKilled(
  owner: ApiClient,
  url: string,
  writes: Writes,
  { writers, picture }: { writers: number; picture: Buffer },
): Promise<void> {
  const unacknowledged = writes.leads.filter(({ id }) => id === undefined);
  await Promise.allSettled([
    ...Array.from({ length: writers }, () => sendLeads(url, writes, unacknowledged, pauseMs)),
    changeContent(owner, writes),
    sendPictures(owner, writes, picture),
  ]);
}

/** Creates a signed-in client; retries, because sign-ins may be shed on a busy machine. */
export async function createSignedInClient(url: string): Promise<ApiClient> {
  const api = new ApiClient(url);
  for (let tries = 1; ; tries += 1) {
    try {
      await api.signIn();
      return api;
    } catch (error) {
      if (tries === 5) throw error;
      await pause(1_000);
    }
  }
}
