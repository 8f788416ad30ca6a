import { describe, expect, test } from 'vitest';
import { createProposalSite } from '../support/proposal-site';

describe('POST /api/proposals/questions', () => {
  test('stores the question in the history, gives the lead a next step, and mails the owner', async () => {
    const { sendNew, ask, readLead, lookUp, smtp } = await createProposalSite();
    const { token } = await sendNew();
    expect((await ask(token, ' Can Marisol start earlier? ')).statusCode).toBe(204);
    // Pressed twice.
    expect((await ask(token, 'Can Marisol start earlier?')).statusCode).toBe(204);
    const lead = await readLead();
    expect(lead.nextStep.text).toBe('Answer the question about Proposal 1');
    const asked = lead.timeline.filter(
      ({ after }: { after: { what?: string } | null }) => after?.what === 'question',
    );
    expect(asked).toMatchObject([{ by: null, after: { text: 'Can Marisol start earlier?' } }]);
    expect((await lookUp(token)).json().hasOpenQuestion).toBe(true);
    const find = async () =>
      (await smtp.received(0)).filter(({ subject }) => subject.startsWith('Question about'));
    await expect.poll(async () => (await find()).length).toBe(1);
    const [mail] = await find();
    expect(mail?.to).toBe('owner@crew.example');
    expect(mail?.text).toContain('> Can Marisol start earlier?');
  });

  test('keeps a next step that the lead has, and rejects what nobody would ask', async () => {
    const { sendNew, ask, readLead, admin, ids, write, getToken, withdraw } =
      await createProposalSite();
    const { id, token } = await sendNew();
    const nextStep = { text: 'Call Olga', dueAt: '2026-03-20T14:00:00.000Z' };
    await admin('PATCH', `/api/leads/${ids.leadId}`, { nextStep });
    await ask(token, 'Why?');
    expect((await readLead()).nextStep).toEqual(nextStep);
    for (const text of [null, '  ', 'a'.repeat(2_001)]) {
      expect((await ask(token, text)).statusCode).toBe(400);
    }
    const draft = (await write()).json();
    expect((await ask(getToken(draft), 'Why?')).statusCode).toBe(404);
    await withdraw(id);
    const rejected = await ask(token, 'Why was it withdrawn?');
    expect(rejected.statusCode).toBe(409);
    expect(rejected.json().message).toBe('This proposal was withdrawn. Ask us for a new one.');
    expect(JSON.stringify((await readLead()).timeline)).not.toContain('Why was it withdrawn?');
  });

  test.each([
    ['a question', 'question', 'Can Marisol start earlier?'],
    ['a request for a new proposal', 'renewal', null],
  ])('stores and mails %s again once the first was answered', async (_, topic, text) => {
    const { sendNew, expire, ask, admin, ids, lookUp, readLead, db } = await createProposalSite();
    const { id, token } = await sendNew();
    await expire(id);
    const readStored = async () => {
      const { timeline } = await readLead();
      const asked = timeline.filter(
        ({ after }: { after: { what?: string } | null }) => after?.what === topic,
      );
      const mails = await db
        .selectFrom('outbox')
        .select('kind')
        .where('kind', '=', 'proposal-question')
        .execute();
      return { questions: asked.length, mails: mails.length };
    };
    for (const count of [1, 2]) {
      // Pressed twice.
      await Promise.all([ask(token, text, topic), ask(token, text, topic)]);
      expect((await ask(token, text, topic)).statusCode).toBe(204);
      expect(await readStored()).toEqual({ questions: count, mails: count });
      expect((await lookUp(token)).json().hasOpenQuestion).toBe(true);
      await admin('POST', `/api/leads/${ids.leadId}/contacted`, { channel: 'phone' });
      expect((await lookUp(token)).json().hasOpenQuestion).toBe(false);
    }
  });

  test('accepts 20 questions about a proposal', async () => {
    const { sendNew, ask } = await createProposalSite();
    const { token } = await sendNew();
    const statuses: number[] = [];
    for (let count = 0; count < 21; count += 1) {
      statuses.push((await ask(token, `Question ${count}`)).statusCode);
    }
    expect(statuses).toEqual([...Array(20).fill(204), 429]);
  });
});
