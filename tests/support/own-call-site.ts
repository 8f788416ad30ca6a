import { expect } from 'vitest';
import { MINUTE } from '../../src/lib/time/durations';
import { createMailSite } from './mail-site';
import { sampleLead } from './samples';

/** Starts a site with a lead, and with helpers by which the owner books and changes its calls. */
export async function createOwnCallSite(timings = {}) {
  const site = await createMailSite(timings);
  const { id: leadId } = (await site.visitor('POST', '/api/leads', sampleLead)).json();
  await site.smtp.received(2);
  site.smtp.reset();
  const bookOwn = (body: object) => site.admin('POST', `/api/leads/${leadId}/bookings`, body);
  const change = (id: string, body: object) =>
    site.admin('PATCH', `/api/scheduling/bookings/${id}`, body);
  const undo = (id: string) => site.admin('POST', `/api/scheduling/bookings/${id}/undo`);
  const readStatus = async () => (await site.admin('GET', `/api/leads/${leadId}`)).json().status;
  const listCanceled = async () =>
    (await site.admin('GET', '/api/overview')).json().canceledCalls as { id: string }[];
  const findMail = async (to: string, subject: string) => {
    const find = async () =>
      (await site.listMailsTo(to)).find((mail) => mail.subject.includes(subject));
    await expect.poll(find).toBeDefined();
    return find();
  };
  return { ...site, leadId, bookOwn, change, undo, readStatus, listCanceled, findMail };
}

/** A site whose emails about calls wait as long as in production. */
export async function createWaitingSite() {
  const site = await createOwnCallSite({ maxDelayMs: MINUTE });
  const listCallMails = async () =>
    (await site.readOutbox()).filter(({ kind }) => /^call-(conf|notif)/.test(kind));
  /** Ends the time in which a change can be undone, of all changes or of one. */
  async function sendMails({ sequence }: { sequence?: number } = {}) {
    const countDue = async () =>
      (await listCallMails()).filter(
        ({ status, dueAt }) => status === 'pending' && Date.parse(dueAt) <= Date.now(),
      ).length;
    // The worker postpones them first.
    await expect.poll(countDue).toBe(0);
    const past = new Date(Date.now() - 13_000).toISOString();
    await site.db
      .updateTable('outbox')
      .set({ createdAt: past, dueAt: past })
      .$if(sequence !== undefined, (query) =>
        query.where('payload', 'like', `%"sequence":${sequence},%`),
      )
      .execute();
  }
  return { ...site, listCallMails, sendMails };
}
