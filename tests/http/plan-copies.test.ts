import { describe, expect, test } from 'vitest';
import { createFileSite } from '../support/lead-file-site';
import { createMailSite, owner } from '../support/mail-site';
import { samplePlan, samplePlanCode } from '../support/sample-plan';
import { sampleLead } from '../support/samples';
import { pickSlot } from '../support/scheduling-site';
import { createReceivingSite } from '../support/webhook-site';

describe('the plan outside of the admin area', () => {
  test('is in the email to the owner, by desk, as text and as HTML without markup of the visitor', async () => {
    const site = await createMailSite();
    const [desk] = samplePlan.desks;
    const desks = [desk, { ...samplePlan.desks[1], name: '<img src=x onerror=alert(1)>' }];
    await site.visitor('POST', '/api/leads', { ...sampleLead, plan: { ...samplePlan, desks } });
    await site.waitForDeliveries();
    const [mail] = await site.listMailsTo(owner);
    const text = mail?.text.replaceAll(/\s+/g, ' ');
    expect(text).toContain('The plan: 14 hours a week that nobody covers');
    expect(text).toContain('Front desk: Monday to Friday, noon to 2 pm');
    expect(text).toContain('Saturday, 9 am to 1 pm');
    expect(text).toContain('Time zone: Eastern Time – New York');
    expect(text).toMatch(/\/cover\?p=[\w-]{20}/);
    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(mail?.html).not.toContain('<img src=x');
  });

  test('is in the email to the owner about a booked call', async () => {
    const site = await createMailSite();
    await site.book(pickSlot(await site.slots()), { plan: samplePlan });
    await site.waitForDeliveries();
    const mails = await site.listMailsTo(owner);
    const mail = mails.find(({ subject }) => subject.startsWith('Call booked'));
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain('Phone: Saturday, 9 am to 1 pm');
  });

  test('is in the message to a webhook, with its address', async () => {
    const { visitor, receiver } = await createReceivingSite();
    await visitor('POST', '/api/leads', { ...sampleLead, plan: samplePlan });
    const [message] = await receiver.waitFor(1);
    expect(JSON.parse(message?.body ?? '').data).toMatchObject({
      plan: samplePlan,
      planUrl: `https://crew.example/cover?p=${samplePlanCode}`,
    });
  });

  test('is in the CSV file as text and as a code, which an import reads', async () => {
    const source = await createFileSite();
    const desks = [{ ...samplePlan.desks[0], name: '=HYPERLINK("x")' }];
    const plan = { ...samplePlan, desks };
    await source.visitor('POST', '/api/leads', { ...sampleLead, plan });
    const file = (await source.exportFile()).body;
    expect(file).toContain(`"'=HYPERLINK(""x""): Monday to Friday, noon to 2 pm"`);
    const target = await createFileSite();
    const report = (await target.sendFile(file)).json();
    expect(report.columns).toContainEqual({ title: 'Plan', field: 'plan' });
    expect(await target.list()).toMatchObject([{ companyName: sampleLead.companyName, plan }]);
  });

  test('is imported from its address; an invalid one is left out', async () => {
    const { sendFile, list } = await createFileSite();
    const plans = [
      `https://crew.example/cover?p=${samplePlanCode}`,
      'nonsense',
      '',
      'x'.repeat(9_000),
    ];
    const rows = plans.map((plan, index) => `A,B,a${index}@x.example,${plan}`);
    const report = (await sendFile(['Company,Contact,Email,Plan', ...rows].join('\n'))).json();
    expect(report).toMatchObject({ imported: 4, errors: [] });
    expect((await list()).map((lead: { plan: unknown }) => lead.plan)).toEqual([
      samplePlan,
      null,
      null,
      null,
    ]);
  });
});
