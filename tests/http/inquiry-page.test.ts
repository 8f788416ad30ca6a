import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { InquiryPageState } from '../../src/leads/inquiry/inquiry-page-state';
import { leadLimits } from '../../src/leads/inquiry/lead-form-options';
import { DAY, MINUTE } from '../../src/lib/time/durations';
import { postInquiryForm } from '../support/inquiry-form';
import { parsePageData } from '../support/page-data';
import { samplePlan, samplePlanCode } from '../support/sample-plan';
import { sampleItems, sampleLead } from '../support/samples';
import { createTestApp } from '../support/test-app';

const html = { accept: 'text/html' };

const readState = (response: { body: string }) =>
  new Map(parsePageData(response.body).queries).get('inquiry') as InquiryPageState;

describe('the inquiry page without JavaScript', () => {
  test('shows the form with the chosen package selected', async () => {
    const { visitor, admin } = await createTestApp();
    await admin('POST', '/api/packages', sampleItems.packages);
    const response = await visitor('GET', '/enquiry?package=Full%20PM', undefined, html);
    expect(response.statusCode).toBe(200);
    expect(response.body).toMatch(/<form[^>]+method="post"/);
    for (const name of Object.keys(sampleLead)) expect(response.body).toContain(`name="${name}"`);
    expect(response.body).toMatch(/<option[^>]*selected=""[^>]*>Full PM \(\$1,000\)<\/option>/);
  });

  test('stores the inquiry and shows the thank-you message, which is not indexed', async () => {
    const site = await createTestApp();
    const response = await postInquiryForm(site, { ...sampleLead, message: 'One line' });
    expect(response.statusCode).toBe(201);
    expect(response.headers['x-robots-tag']).toBe('noindex');
    expect(response.body).toContain('<meta name="robots" content="noindex">');
    expect(response.body).toContain('Thank You!');
    expect((await site.admin('GET', '/api/leads')).json()).toMatchObject([
      { ...sampleLead, message: 'One line' },
    ]);
  });

  test('returns 400 with the validation messages and the values that the visitor entered', async () => {
    const site = await createTestApp();
    const typed = { ...sampleLead, email: 'olga@halden', numberOfLocations: 0, companyName: '' };
    const response = await postInquiryForm(site, typed);
    expect(response.statusCode).toBe(400);
    for (const text of [
      'Please enter a valid email address',
      'Please enter a whole number, 1 or more',
      'Required',
      'value="olga@halden"',
      'We lose bookings.',
      // It can be sent again from there.
      'action="/enquiry"',
      'name="idempotencyKey"',
    ]) {
      expect(response.body).toContain(text);
    }
    expect((await site.admin('GET', '/api/leads')).json()).toEqual([]);
  });

  test('stores one lead for a double submission, and another when the message or the plan changes', async () => {
    const site = await createTestApp();
    const fields = { ...sampleLead, plan: samplePlanCode, idempotencyKey: randomUUID() };
    const post = (change: object = {}) => postInquiryForm(site, { ...fields, ...change });
    const countLeads = async () => (await site.admin('GET', '/api/leads')).json().length;
    await Promise.all([post(), post()]);
    expect(await countLeads()).toBe(1);
    expect((await post({ message: 'changed' })).statusCode).toBe(201);
    expect(await countLeads()).toBe(2);
    await post({ plan: '' });
    expect(await countLeads()).toBe(3);
  });

  test('stores one lead when the form is opened again on the same day and sends the same text', async () => {
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-18T16:00Z') });
    const site = await createTestApp();
    const openAndSend = async () => {
      const page = await site.visitor('GET', '/enquiry', undefined, html);
      const { idempotencyKey } = readState(page);
      const response = await postInquiryForm(site, { ...sampleLead, idempotencyKey });
      return readState(response).sent?.leadId;
    };
    const first = await openAndSend();
    vi.setSystemTime(Date.now() + 5 * MINUTE);
    expect(await openAndSend()).toBe(first);
    vi.setSystemTime(Date.now() + DAY);
    const next = await openAndSend();
    expect(next).not.toBe(first);
    expect((await site.admin('DELETE', `/api/leads/${next}`)).statusCode).toBe(204);
    const afterDeletion = await openAndSend();
    expect(afterDeletion).not.toBe(next);
    expect(await openAndSend()).toBe(afterDeletion);
  });

  test('shows the form again as it was typed while the database cannot store it, and stores one lead afterwards', async () => {
    const site = await createTestApp();
    const { id } = (await site.admin('POST', '/api/talents', sampleItems.talents)).json();
    const fields = { ...sampleLead, talent: id, idempotencyKey: randomUUID() };
    await sql`pragma query_only = on`.execute(site.db);
    const response = await postInquiryForm(site, fields, html);
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBe('5');
    expect(readState(response)).toMatchObject({
      formError: 'Not available right now. Please try again.',
      values: { companyName: sampleLead.companyName, message: sampleLead.message },
      talent: { id },
      idempotencyKey: fields.idempotencyKey,
    });
    await sql`pragma query_only = off`.execute(site.db);
    expect((await postInquiryForm(site, fields, html)).statusCode).toBe(201);
    expect((await site.admin('GET', '/api/leads')).json()).toHaveLength(1);
  });

  test('counts a line break as one character, as the field does, and stores it as one', async () => {
    const site = await createTestApp();
    const message = `${'a\n'.repeat(leadLimits.message / 2 - 1)}aa`;
    const sent = message.replaceAll('\n', '\r\n');
    expect((await postInquiryForm(site, { ...sampleLead, message: sent })).statusCode).toBe(201);
    expect((await site.admin('GET', '/api/leads')).json()).toMatchObject([{ message }]);
  });

  test('stores the plan of its hidden field, and none when the code is invalid or too long', async () => {
    const site = await createTestApp();
    const page = await site.visitor('GET', `/enquiry?plan=${samplePlanCode}`, undefined, html);
    expect(page.body).toContain(`name="plan" value="${samplePlanCode}"`);
    const codes = [samplePlanCode, samplePlanCode.slice(0, -9), '<script>', 'W'.repeat(60_000)];
    for (const plan of codes) {
      const response = await postInquiryForm(site, { ...sampleLead, plan });
      expect(response.statusCode, plan.slice(0, 20)).toBe(201);
    }
    const leads = (await site.admin('GET', '/api/leads')).json();
    expect(leads.map((lead: { plan: unknown }) => lead.plan)).toEqual([
      null,
      null,
      null,
      samplePlan,
    ]);
    for (const plan of codes.slice(1, 3)) {
      const query = new URLSearchParams({ plan });
      expect((await site.visitor('GET', `/enquiry?${query}`)).statusCode).toBe(200);
    }
  });

  test('shows the profile of the requested talent and the privacy note, and adds the talent to the stored message', async () => {
    const site = await createTestApp();
    const { app, admin } = site;
    const { id } = (await admin('POST', '/api/talents', sampleItems.talents)).json();
    const page = await app.inject({ url: `/enquiry?talent=${id}` });
    for (const text of [
      'Marisol Vega',
      'Seven years at the desk.\nTwo languages.',
      'Receptionist, Senior',
      '7 years, MedSpa, Beauty',
      'Front desk, Spanish &amp; English',
      '<dd>Boulevard</dd>',
      '<dd>HIPAA</dd>',
      '<dd>Assigned</dd>',
      'We use your details to reply, and delete them when they are no longer needed.',
      'href="/privacy"',
    ]) {
      expect(page.body).toContain(text);
    }
    expect((await app.inject({ url: '/enquiry?talent=nobody' })).body).not.toContain('About:');
    await postInquiryForm(site, { ...sampleLead, talent: id });
    const [stored] = (await admin('GET', '/api/leads')).json();
    expect(stored.message).toMatch(/^About: Marisol Vega, Front desk lead\n\nFront desk is alone/);
  });

  test('stores the shortlist under the current names and omits talents that no longer exist', async () => {
    const site = await createTestApp();
    const { id } = (await site.admin('POST', '/api/talents', sampleItems.talents)).json();
    const post = (values: Record<string, unknown>) => postInquiryForm(site, values);
    const shortlist = `gone,${id}`;
    const refused = await post({ ...sampleLead, email: 'olga@halden', shortlist });
    expect(readState(refused)).toMatchObject({ shortlist: ['gone', id] });
    const emptied = await post({ ...sampleLead, email: 'x', shortlist: '' });
    expect(readState(emptied)).toMatchObject({ shortlist: [] });

    expect((await post({ ...sampleLead, message: '', shortlist })).statusCode).toBe(201);
    const [stored] = (await site.admin('GET', '/api/leads')).json();
    expect(stored.message).toBe('Shortlist: Marisol Vega (Front desk lead)');
  });
});
