import { describe, expect, test } from 'vitest';
import { cal, calendly, createProviderSite as createSite } from '../support/provider-site';

describe('webhooks of scheduling providers', () => {
  test('webhooks return 404 when no secrets are configured', async () => {
    const { fromCalendly, fromCal } = await createSite({});
    expect((await fromCalendly(calendly('invitee.created', 'a'))).statusCode).toBe(404);
    expect((await fromCal(cal('BOOKING_CREATED', {}))).statusCode).toBe(404);
  });

  test('a forged, expired or missing signature returns 401 and stores nothing', async () => {
    const { fromCalendly, fromCal, raw, bookings } = await createSite();
    const message = calendly('invitee.created', 'a');
    const rejected = [
      await fromCalendly(message, 0, 'guessed'),
      await fromCalendly(message, 600),
      await fromCalendly(message, -600),
      await fromCal(cal('BOOKING_CREATED', {}), 'guessed'),
      await raw('calendly', JSON.stringify(message), {}),
      await raw('calendly', JSON.stringify(message), { 'calendly-webhook-signature': 't=,v1=' }),
      await raw('cal', '{}', { 'x-cal-signature-256': 'zz' }),
    ];
    expect(rejected.map(({ statusCode }) => statusCode)).toEqual(rejected.map(() => 401));
    expect(await bookings()).toEqual([]);
  });

  test('a body of 300 kB returns 413 before its signature is checked', async () => {
    const { raw, bookings } = await createSite();
    // The body is oversized and unsigned: 413 rather than 401 shows that the size is checked first.
    for (const provider of ['calendly', 'cal']) {
      const rejected = await raw(provider, JSON.stringify('x'.repeat(300 * 1024)), {});
      expect(rejected.statusCode).toBe(413);
      expect(rejected.json()).toEqual({ code: 'too_large', message: 'The request is too large.' });
    }
    expect(await bookings()).toEqual([]);
  });

  test('a signed but malformed event returns 400, and irrelevant events return 204', async () => {
    const { fromCalendly, fromCal, bookings } = await createSite();
    expect((await fromCalendly({ event: 'invitee.created' })).statusCode).toBe(400);
    expect((await fromCalendly(calendly('routing_form_submission.created', 'a'))).statusCode).toBe(
      204,
    );
    expect((await fromCal({ triggerEvent: 'PING', createdAt: 'x' })).statusCode).toBe(204);
    expect(await bookings()).toEqual([]);
  });
});
