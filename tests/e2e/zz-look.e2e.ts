import { createHmac } from 'node:crypto';
import { test, expect } from './fixtures';
import { createLead } from './leads';
import { openCalendarAroundTheClock, fetchFreeSlots } from './calls';
const secret = 'cal-secret';
test.use({ timezoneId: 'America/New_York', settings: { CAL_WEBHOOK_SECRET: secret }, hasTouch: false });
test('look', async ({ page, server, signIn }) => {
  test.setTimeout(240_000);
  await openCalendarAroundTheClock(server);
  const names = [['Corewell Pilates','Hanna Lindqvist'],['Quillfeather Books & Paper of the Upper Northwest','Maximiliana Featherstone-Okonjo'],['Velvet Room','Marcus Bell']];
  const slots = await fetchFreeSlots(server);
  for (const [i,[companyName, contactName]] of names.entries()) {
    const { id } = await createLead(server, { companyName, contactName, email: `a${i}@x.example` });
    const r = await server.api.post(`/api/leads/${id}/bookings`, { start: slots[10+i*30], timeZone: 'America/Los_Angeles', ...(i===1 && {meetingUrl:'https://meet.crewbridge.example/some-long-room-name-for-everyone'}) });
    expect(r.status).toBe(201);
    if (i===2) await server.api.patch(`/api/scheduling/bookings/${(r.body as {id:string}).id}`, { status: 'canceled', message: 'Sick.' });
  }
  let leadId = '';
  for (const [i, c] of ['Northlake Fitness','Harbor Wellness'].entries()) {
    const email = `p${i}@x.example`;
    const { id } = await createLead(server, { companyName: c, contactName: 'Aaron Feld', email });
    leadId = id;
    const uid = `past-${id}`;
    const message = { triggerEvent: 'BOOKING_CREATED', createdAt: new Date().toISOString(), payload: { uid, startTime: new Date(Date.now()-3_600_000*(i+1)).toISOString(), attendees: [{ email, name: 'Aaron Feld', timeZone: 'America/Chicago' }] } };
    const signature = createHmac('sha256', secret).update(JSON.stringify(message)).digest('hex');
    await server.api.post('/api/scheduling/webhook/cal', message, { 'x-cal-signature-256': signature });
    await server.api.post('/api/scheduling/confirmations', { provider: 'cal', externalId: uid, leadId: id });
    const list = (await server.api.get(`/api/leads/${id}/bookings`)).body as {id:string}[];
    for (const b of list) await server.api.post(`/api/scheduling/bookings/${b.id}/confirm-person`);
  }
  await signIn();
  for (const [width, height] of [[390, 844], [1280, 850]] as const) {
    await page.setViewportSize({ width, height });
    const shot = async (n: string, fullPage = false) => page.screenshot({ path: `/tmp/desk2-look/${n}-${width}.png`, fullPage });
    await page.goto('/admin?tab=calls'); await page.waitForLoadState('networkidle');
    await shot('calls', true);
    await page.getByRole('button', { name: /^Log result/ }).first().click(); await shot('log');
    await page.getByRole('button', { name: 'Save result' }).scrollIntoViewIfNeeded(); await shot('log2');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Cancel the call/ }).first().click(); await shot('cancel');
    await page.getByRole('button', { name: /^Cancel and tell/ }).click(); await shot('cancel-error');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Book a call' }).click(); await page.waitForTimeout(500); await shot('book');
    await page.getByRole('button', { name: 'Another time, also outside your hours' }).click();
    await page.getByLabel('Time', { exact: true }).fill('2020-01-01T10:00'); await shot('book-typed');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Move the call/ }).nth(1).click(); await page.waitForTimeout(300);
    await page.getByRole('dialog').getByRole('button', { name: /^\d+:\d\d [AP]M$/, disabled: false }).nth(3).click(); await shot('move');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^No-show/ }).first().press('Enter'); await page.waitForTimeout(600); await shot('noshow', true);
    await page.getByRole('region', { name: /^Notif/ }).getByRole('button', { name: 'Undo' }).click(); await page.waitForTimeout(600);
    await page.goto(`/admin/leads/${leadId}`); await page.waitForLoadState('networkidle'); await shot('lead', true);
  }
});
