import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '../../src/lib/time/durations';
import { owner } from '../support/mail-site';
import { createOwnCallSite } from '../support/own-call-site';
import { sampleLead } from '../support/samples';
import { createCallTime, createSchedulingSite, pickSlot } from '../support/scheduling-site';

describe('owner’s calls', () => {
  test('are booked for a lead, with a message to the visitor and their own meeting link', async () => {
    const { bookOwn, readStatus, findMail, leadId } = await createOwnCallSite();
    const response = await bookOwn({
      start: createCallTime(3 * DAY),
      timeZone: 'America/Los_Angeles',
      meetingUrl: 'https://meet.example/olga',
      message: 'Good talking to you just now.',
    });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toMatchObject({
      leadId,
      status: 'booked',
      phone: sampleLead.phone,
      meetingUrl: 'https://meet.example/olga',
      personConfirmed: true,
    });
    expect(await readStatus()).toBe('discovery_call');
    const mail = await findMail(sampleLead.email, 'is booked');
    expect(mail?.text).toContain('"Good talking to you just now."');
    expect(mail?.text).toContain('https://meet.example/olga');
    expect(mail?.text).toContain('Pacific Time');
  });

  test('may be outside the opening hours, but not at the time of another call', async () => {
    const { bookOwn, put } = await createOwnCallSite();
    await put({ weekly: Array.from({ length: 7 }, () => []) });
    const start = createCallTime(2 * DAY);
    expect((await bookOwn({ start })).statusCode).toBe(201);
    const taken = await bookOwn({ start: new Date(Date.parse(start) + 600_000).toISOString() });
    expect(taken.statusCode).toBe(409);
    expect((await bookOwn({ start: createCallTime(-DAY) })).statusCode).toBe(400);
  });

  test('are refused with free times when the time is taken, as the API description says, and keep their meeting link', async () => {
    const { bookOwn, change, admin, leadId } = await createOwnCallSite();
    const start = createCallTime(2 * DAY);
    await bookOwn({ start });
    const meetingUrl = 'https://meet.example/first';
    const { id } = (await bookOwn({ start: createCallTime(3 * DAY), meetingUrl })).json();
    const { paths } = (await admin('GET', '/api/openapi.json')).json();
    const move = { start, meetingUrl: 'https://meet.example/second' };
    for (const [response, operation] of [
      [await bookOwn({ start }), paths['/api/leads/{id}/bookings'].post],
      [await change(id, move), paths['/api/scheduling/bookings/{id}'].patch],
    ]) {
      expect(response.statusCode).toBe(409);
      expect(response.json().alternatives).toHaveLength(4);
      const { schema } = operation.responses['409'].content['application/json'];
      expect(schema.properties).toHaveProperty('alternatives');
    }
    const calls = (await admin('GET', `/api/leads/${leadId}/bookings`)).json();
    expect(calls).toContainEqual(expect.objectContaining({ id, meetingUrl }));
  });

  test('are booked once when two requests want the same time', async () => {
    const { bookOwn } = await createOwnCallSite();
    const start = createCallTime(2 * DAY);
    const responses = await Promise.all([bookOwn({ start }), bookOwn({ start })]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
  });

  test('are moved, with the owner’s message, the old and the new time in the visitor’s email', async () => {
    const { bookOwn, change, findMail } = await createOwnCallSite();
    const { id } = (await bookOwn({ start: createCallTime(2 * DAY) })).json();
    const start = createCallTime(5 * DAY);
    const moved = await change(id, { start, message: 'My flight lands late.' });
    expect(moved.json()).toMatchObject({ id, start });
    const mail = await findMail(sampleLead.email, 'has moved');
    expect(mail?.text).toMatch(/"My flight lands late\."\n.*\n\nWas: .*\n[\s\S]*\/schedule#call=/);
    expect(mail?.calendar).toContain('SEQUENCE:1');
    expect((await findMail(owner, 'Call moved'))?.text).toContain('You moved a call');
  });

  test('are changed once when changes of one version race; nothing of the others is stored', async () => {
    const { bookOwn, admin, leadId } = await createOwnCallSite();
    const { id, updatedAt } = (await bookOwn({ start: createCallTime(2 * DAY) })).json();
    const changes = ['one', 'two', 'three', 'four'].map((name, index) => ({
      start: createCallTime((3 + index) * DAY),
      meetingUrl: `https://meet.example/${name}`,
    }));
    const responses = await Promise.all(
      changes.map((body) =>
        admin('PATCH', `/api/scheduling/bookings/${id}`, body, { 'if-match': `"${updatedAt}"` }),
      ),
    );
    const statuses = responses.map(({ statusCode }) => statusCode);
    expect(statuses.toSorted()).toEqual([200, 412, 412, 412]);
    const calls = (await admin('GET', `/api/leads/${leadId}/bookings`)).json();
    expect(calls).toMatchObject([changes[statuses.indexOf(200)]]);
  });

  test('stay as they are when what is decided about the lead cannot be stored', async () => {
    const { bookOwn, change, admin, leadId } = await createOwnCallSite();
    const { id } = (await bookOwn({ start: createCallTime(2 * DAY) })).json();
    await admin('DELETE', `/api/leads/${leadId}`);
    const canceled = await change(id, { status: 'canceled', lead: 'contacted' });
    expect(canceled.statusCode).toBe(404);
    await admin('POST', `/api/leads/${leadId}/restore`);
    const calls = (await admin('GET', `/api/leads/${leadId}/bookings`)).json();
    expect(calls).toMatchObject([{ id, status: 'booked' }]);
  });

  test('are canceled with the owner’s message; the lead’s status changes only if the owner chooses so', async () => {
    const { bookOwn, change, findMail, readStatus, listCanceled } = await createOwnCallSite();
    const first = (await bookOwn({ start: createCallTime(2 * DAY) })).json();
    await change(first.id, { status: 'canceled', message: 'I am sick.', lead: 'keep' });
    expect((await findMail(sampleLead.email, 'is canceled'))?.text).toContain('"I am sick."');
    // The day and its hours are struck.
    expect((await findMail(sampleLead.email, 'is canceled'))?.html).toMatch(
      /line-through[^>]*>[^<]+<\/b><span[^>]*><s>[^<]+ [ap]m, [^<]+<\/s>\. This call/,
    );
    expect(await readStatus()).toBe('discovery_call');
    expect(await listCanceled()).toEqual([]);
    const second = (await bookOwn({ start: createCallTime(2 * DAY) })).json();
    await change(second.id, { status: 'canceled', lead: 'contacted' });
    expect(await readStatus()).toBe('contacted');
  });

  test('are canceled together, with one email each', async () => {
    const { admin, book, slots, findMail, smtp, waitForDeliveries } = await createOwnCallSite();
    const free = await slots();
    const calls: { id: string; email: string }[] = [];
    for (const index of [40, 44, 48]) {
      const email = `caller${index}@x.example`;
      calls.push((await book(pickSlot(free, index), { email })).json());
    }
    await waitForDeliveries();
    smtp.reset();
    const [first, second, third] = calls;
    // One that is gone, as a held call that was released in the meantime.
    const ids = [first?.id, second?.id, 'gone', first?.id];
    const response = await admin('POST', '/api/scheduling/bookings/cancel-several', {
      ids,
      message: 'We were flooded with bookings.',
    });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject([
      { id: first?.id, status: 'canceled' },
      { id: second?.id, status: 'canceled' },
    ]);
    for (const call of [first, second]) {
      const mail = await findMail(call?.email ?? '', 'is canceled');
      expect(mail?.text).toContain('"We were flooded with bookings."');
    }
    await waitForDeliveries();
    expect((await smtp.received(0)).filter(({ to }) => to.endsWith('@x.example'))).toHaveLength(2);
    const upcoming = (await admin('GET', '/api/scheduling/bookings')).json();
    expect(upcoming).toMatchObject([{ id: third?.id }]);
  });

  test('are canceled together or not at all', async () => {
    const { admin, bookOwn, db } = await createOwnCallSite();
    const ids = [];
    for (const days of [2, 3]) {
      ids.push((await bookOwn({ start: createCallTime(days * DAY) })).json().id);
    }
    const [, second = ''] = ids.toSorted();
    await db.updateTable('bookings').set({ source: 'calendly' }).where('id', '=', second).execute();
    const response = await admin('POST', '/api/scheduling/bookings/cancel-several', { ids });
    expect(response.statusCode).toBe(409);
    expect((await admin('GET', '/api/scheduling/bookings')).json()).toHaveLength(2);
  });

  test('are not canceled together when one was moved since the versions in the request', async () => {
    const { admin, bookOwn, change } = await createOwnCallSite();
    const calls: { id: string; updatedAt: string }[] = [];
    for (const days of [2, 3]) {
      calls.push((await bookOwn({ start: createCallTime(days * DAY) })).json());
    }
    const ids = calls.map(({ id }) => id);
    const toVersions = (listed: typeof calls) =>
      Object.fromEntries(listed.map(({ id, updatedAt }) => [id, updatedAt]));
    const cancel = (versions: object) =>
      admin('POST', '/api/scheduling/bookings/cancel-several', { ids, versions });
    const listUpcoming = async () => (await admin('GET', '/api/scheduling/bookings')).json();
    await change(ids[0] ?? '', { start: createCallTime(4 * DAY) });
    const rejected = await cancel(toVersions(calls));
    expect(rejected.statusCode).toBe(412);
    expect(rejected.json().message).toBe(
      'One of these calls was changed in the meantime, so nothing was canceled.',
    );
    const current = await listUpcoming();
    expect(current).toHaveLength(2);
    // One that is canceled already needs no version.
    await change(ids[1] ?? '', { status: 'canceled' });
    expect((await cancel(toVersions(current))).statusCode).toBe(200);
    expect(await listUpcoming()).toEqual([]);
  });

  test('are listed on Today from the day before, when they lack a meeting link that visitors were promised', async () => {
    const { bookOwn, change, admin, put, leadId, db } = await createOwnCallSite();
    const listMissing = async () =>
      (await admin('GET', '/api/overview'))
        .json()
        .problems.filter(({ kind }: { kind: string }) => kind === 'call-link');
    await bookOwn({ start: createCallTime(2 * DAY) });
    expect(await listMissing()).toEqual([]);
    const { id } = (await bookOwn({ start: createCallTime(DAY - HOUR) })).json();
    expect(await listMissing()).toMatchObject([
      {
        title: 'A call has no link',
        message: expect.stringContaining(sampleLead.companyName),
        fixPath: `/admin/leads/${leadId}`,
        count: 1,
      },
    ]);
    const hold = async (heldUntil: string | null) => {
      await db.updateTable('bookings').set({ heldUntil }).where('id', '=', id).execute();
    };
    await hold(createCallTime(HOUR));
    expect(await listMissing()).toEqual([]);
    await hold(null);
    await change(id, { meetingUrl: 'https://meet.example/first' });
    expect(await listMissing()).toEqual([]);
    await change(id, { meetingUrl: null });
    expect(await listMissing()).toHaveLength(1);
    await put({ place: 'We call you at your number.' });
    expect(await listMissing()).toEqual([]);
    await put({});
    await admin('PATCH', '/api/settings', { meetingUrl: 'https://meet.example/second' });
    expect(await listMissing()).toEqual([]);
  });
});

describe('calls in the admin area', () => {
  test('are listed for a period, including canceled ones', async () => {
    const { bookOwn, change, admin } = await createOwnCallSite();
    const starts = [2, 3, 9].map((days) => createCallTime(days * DAY));
    const ids: string[] = [];
    for (const start of starts) ids.push((await bookOwn({ start })).json().id);
    await change(ids[1] ?? '', { status: 'canceled' });
    const list = (from: string, to: string) =>
      admin('GET', `/api/scheduling/bookings?from=${from}&to=${to}`);
    const response = await list(createCallTime(0), createCallTime(8 * DAY));
    expect(response.json()).toMatchObject([
      { id: ids[0], status: 'booked' },
      { id: ids[1], status: 'canceled' },
    ]);
    expect((await admin('GET', '/api/scheduling/bookings')).json()).toHaveLength(2);
    expect((await list('yesterday', createCallTime(0))).statusCode).toBe(400);
  });

  test('are listed with phone number and the meeting link of the settings', async () => {
    const { admin, visitor, book, slots } = await createSchedulingSite();
    await admin('PATCH', '/api/settings', { meetingUrl: 'https://meet.example/crew' });
    const { id: leadId } = (await visitor('POST', '/api/leads', sampleLead)).json();
    await book(pickSlot(await slots()), { leadId });
    expect((await admin('GET', '/api/scheduling/bookings')).json()).toMatchObject([
      { leadId, phone: sampleLead.phone, meetingUrl: 'https://meet.example/crew' },
    ]);
  });
});
