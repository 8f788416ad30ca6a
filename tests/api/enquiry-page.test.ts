import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { pageData } from '../page-data';
import { sampleItems, sampleLead } from '../samples';
import { testApp } from '../test-app';

const html = { accept: 'text/html' };

describe('the enquiry page, without JavaScript', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = (values: Record<string, unknown>) =>
    new URLSearchParams(
      Object.entries(values).map(([name, value]) => [name, String(value)]),
    ).toString();

  test('offers the form with the package that was chosen', async () => {
    const { visitor, admin } = await testApp();
    await admin('POST', '/api/packages', sampleItems.packages);
    const response = await visitor('GET', '/enquiry?package=Full%20PM', undefined, html);
    expect(response.statusCode).toBe(200);
    expect(response.body).toMatch(/<form[^>]+method="post"/);
    for (const name of Object.keys(sampleLead)) expect(response.body).toContain(`name="${name}"`);
    expect(response.body).toMatch(/<option[^>]*selected=""[^>]*>Full PM \(\$1,000\)<\/option>/);
  });

  test('stores the enquiry and thanks', async () => {
    const { app, admin } = await testApp();
    const response = await app.inject({
      method: 'POST',
      url: '/enquiry',
      headers: form,
      payload: body({ ...sampleLead, message: 'One line' }),
    });
    expect(response.statusCode).toBe(201);
    expect(response.body).toContain('Thank You!');
    expect((await admin('GET', '/api/leads')).json()).toMatchObject([
      { ...sampleLead, message: 'One line' },
    ]);
  });

  test('has the same rules and messages, and keeps what was typed', async () => {
    const { app, admin } = await testApp();
    const typed = { ...sampleLead, email: 'olga@halden', numberOfLocations: 0, companyName: '' };
    const response = await app.inject({
      method: 'POST',
      url: '/enquiry',
      headers: form,
      payload: body(typed),
    });
    expect(response.statusCode).toBe(400);
    for (const text of [
      'Please enter a valid email address',
      'Please enter a whole number, 1 or more',
      'Required',
      'value="olga@halden"',
      'We lose bookings.',
    ]) {
      expect(response.body).toContain(text);
    }
    expect((await admin('GET', '/api/leads')).json()).toEqual([]);
  });

  test('pressed twice stores one lead; a changed text is another', async () => {
    const { app, admin } = await testApp();
    const idempotencyKey = randomUUID();
    const post = (values: object) =>
      app.inject({
        method: 'POST',
        url: '/enquiry',
        headers: form,
        payload: body({ ...values, idempotencyKey }),
      });
    await Promise.all([post(sampleLead), post(sampleLead)]);
    expect((await admin('GET', '/api/leads')).json()).toHaveLength(1);
    expect((await post({ ...sampleLead, message: 'changed' })).statusCode).toBe(201);
    expect((await admin('GET', '/api/leads')).json()).toHaveLength(2);
  });

  test('carries the talent that was asked for', async () => {
    const { app, admin } = await testApp();
    const { id } = (await admin('POST', '/api/talents', sampleItems.talents)).json();
    const page = await app.inject({ url: `/enquiry?talent=${id}` });
    expect(page.body).toContain('Marisol Vega');
    await app.inject({
      method: 'POST',
      url: '/enquiry',
      headers: form,
      payload: body({ ...sampleLead, talent: id }),
    });
    const [stored] = (await admin('GET', '/api/leads')).json();
    expect(stored.message).toMatch(/^About: Marisol Vega, Front desk lead\n\nFront desk is alone/);
  });

  test('shows the profile of the talent, and says what is kept', async () => {
    const { app, admin } = await testApp();
    const { id } = (await admin('POST', '/api/talents', sampleItems.talents)).json();
    const page = await app.inject({ url: `/enquiry?talent=${id}` });
    for (const text of [
      'Seven years at the desk.\nTwo languages.',
      'Receptionist, Senior',
      '7 years, MedSpa, Beauty',
      'Front desk, Spanish &amp; English',
      '<dd>Boulevard</dd>',
      '<dd>HIPAA</dd>',
      '<dd>Assigned</dd>',
      'We keep your details for twelve months and use them to answer you.',
      'href="/privacy"',
    ]) {
      expect(page.body).toContain(text);
    }
    expect((await app.inject({ url: '/enquiry?talent=nobody' })).body).not.toContain('About:');
  });

  test('carries the shortlist under the names that are stored, without who is gone', async () => {
    const { app, admin } = await testApp();
    const { id } = (await admin('POST', '/api/talents', sampleItems.talents)).json();
    const post = (values: object) =>
      app.inject({ method: 'POST', url: '/enquiry', headers: form, payload: body({ ...values }) });
    const shortlist = `gone,${id}`;
    const refused = await post({ ...sampleLead, email: 'olga@halden', shortlist });
    const state = (answer: { body: string }) =>
      new Map<string, { shortlist: string[] }>(pageData(answer.body).reads).get('enquiry');
    expect(state(refused)?.shortlist).toEqual(['gone', id]);
    expect(state(await post({ ...sampleLead, email: 'x', shortlist: '' }))?.shortlist).toEqual([]);

    expect((await post({ ...sampleLead, message: '', shortlist })).statusCode).toBe(201);
    const [stored] = (await admin('GET', '/api/leads')).json();
    expect(stored.message).toBe('Shortlist: Marisol Vega (Front desk lead)');
  });

  test('takes no form from another site', async () => {
    const { app, admin } = await testApp();
    const response = await app.inject({
      method: 'POST',
      url: '/enquiry',
      headers: { ...form, origin: 'https://evil.example' },
      payload: body(sampleLead),
    });
    expect(response.statusCode).toBe(403);
    expect((await admin('GET', '/api/leads')).json()).toEqual([]);
  });
});
