import type { BrowserContext, Frame, Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { fillToLastStep, openForm, submit, visit } from './lead-form';

/** What stands in for a provider's page. */
const calendar = `<!doctype html><html lang="en"><title>Calendar</title>
<main><h1>Pick a time</h1><button>Tuesday</button></main>`;

const answer = (context: BrowserContext, host: string) =>
  context.route(`https://${host}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: calendar }),
  );

/** Opens the dialog on the page that is shown. @returns the frame of the provider's page */
async function openDialog(page: Page, host: string): Promise<Frame> {
  await page.getByRole('banner').getByRole('button', { name: 'Book Discovery Call' }).click();
  const inside = page.getByRole('dialog').frameLocator('iframe');
  await expect(inside.getByText('Pick a time')).toBeVisible();
  const frame = page.frames().find((one) => new URL(one.url()).hostname === host);
  if (!frame) throw new Error(`No frame of ${host} is open.`);
  return frame;
}

/** Posts a message from inside the frame, as the provider's script does. */
const say = (frame: Frame, message: unknown) =>
  frame.evaluate((data) => window.parent.postMessage(data, '*'), message);

/** The reports that the page sends to the server. */
function reports(page: Page): unknown[] {
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/scheduling/confirmations')) sent.push(request.postDataJSON());
  });
  return sent;
}

const isBooked = (page: Page) => page.getByRole('dialog').getByText('Your call is booked.');

const invitee = 'https://api.calendly.com/scheduled_events/E/invitees/A';
const scheduled = { event: 'calendly.event_scheduled', payload: { invitee: { uri: invitee } } };

test.describe('Calendly’s page', () => {
  test.use({ settings: { SCHEDULING_URL: 'https://calendly.com/crew/call?hide_gdpr_banner=1' } });
  test.beforeEach(({ context }) => answer(context, 'calendly.com'));

  test('gets the name, the email and the campaign, as it wants them', async ({ page }) => {
    await visit(page, '/?utm_source=letter&utm_campaign=spring&secret=1');
    const form = await openForm(page);
    await fillToLastStep(form, 'Halden Skin Studios');
    await page.keyboard.press('Escape');
    const frame = await openDialog(page, 'calendly.com');
    expect(Object.fromEntries(new URL(frame.url()).searchParams)).toEqual({
      hide_gdpr_banner: '1',
      name: 'Olga Brenner',
      email: 'olga@haldenskin.example',
      utm_source: 'letter',
      utm_campaign: 'spring',
      embed_domain: 'localhost',
      embed_type: 'Inline',
    });
  });

  test('is heard when it says that a call is booked: once, and for the enquiry that was sent', async ({
    page,
    server,
  }) => {
    const sent = reports(page);
    await visit(page, '/');
    const form = await openForm(page);
    await fillToLastStep(form, 'Reported & Sons');
    await submit(form);
    await page
      .getByRole('dialog', { name: 'Thank You!' })
      .getByRole('button', { name: 'Close' })
      .click();
    const frame = await openDialog(page, 'calendly.com');
    for (const message of [scheduled, scheduled, scheduled]) await say(frame, message);
    await expect(isBooked(page)).toBeAttached();
    await say(frame, scheduled);
    await say(frame, { event: 'calendly.page_height' });
    expect(sent).toMatchObject([{ provider: 'calendly', externalId: invitee }]);
    await server.api.signIn(server.adminPassword);
    const status = async () => {
      const { body } = await server.api.get('/api/leads?q=Reported');
      return (body as { status: string }[])[0]?.status;
    };
    await expect.poll(status).toBe('discovery_call');
  });

  test('is not heard when it is somebody else who speaks', async ({ page, context }) => {
    const sent = reports(page);
    await answer(context, 'evil.example');
    await visit(page, '/');
    const frame = await openDialog(page, 'calendly.com');
    // The page itself, and a frame inside the provider's.
    await page.evaluate((data) => window.postMessage(data, '*'), scheduled);
    await frame.evaluate((data) => {
      const inner = document.createElement('iframe');
      inner.srcdoc = `<script>window.top.postMessage(${JSON.stringify(data)}, '*')</script>`;
      document.body.append(inner);
      return new Promise((resolve) => {
        inner.onload = resolve;
      });
    }, scheduled);
    // In order: what is said after these has come when these have.
    await say(frame, { event: 'calendly.page_height' });
    await frame.evaluate(() => fetch('/settled').then((response) => response.text()));
    await expect(isBooked(page)).not.toBeAttached();
    expect(sent).toEqual([]);
  });

  test('is used from the first click inside on', async ({ page }) => {
    await page.addInitScript(() => {
      Object.assign(window, { blurs: 0 });
      window.addEventListener('blur', () => {
        Object.assign(window, { blurs: Number(Reflect.get(window, 'blurs')) + 1 });
      });
    });
    await visit(page, '/');
    await openDialog(page, 'calendly.com');
    await page.getByRole('dialog').frameLocator('iframe').getByRole('button').click();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');
    expect(await page.evaluate(() => Reflect.get(window, 'blurs'))).toBeGreaterThan(0);
  });
});

test.describe('Cal.com’s page', () => {
  test.use({ settings: { SCHEDULING_URL: 'https://cal.com/crew/call' } });
  test.beforeEach(({ context }) => answer(context, 'cal.com'));

  const message = (type: string, data: object = {}) => ({
    originator: 'CAL',
    type,
    fullType: `CAL::${type}`,
    namespace: '',
    data,
  });

  test('gets the campaign among its metadata, and the word that it is embedded', async ({
    page,
  }) => {
    await visit(page, '/?utm_source=letter');
    const frame = await openDialog(page, 'cal.com');
    const address = new URL(frame.url());
    expect(address.pathname).toBe('/crew/call/embed');
    expect(Object.fromEntries(address.searchParams)).toEqual({
      utm_source: 'letter',
      'metadata[utm_source]': 'letter',
      embed: '',
    });
    const heard = frame.evaluate(
      () =>
        new Promise((resolve) => {
          window.addEventListener('message', (event) => resolve(event.data));
        }),
    );
    await say(frame, message('__iframeReady'));
    expect(await heard).toEqual({ originator: 'CAL', method: 'parentKnowsIframeReady' });
  });

  test('says that a call is booked in two ways, which are one', async ({ page }) => {
    const sent = reports(page);
    await visit(page, '/');
    const frame = await openDialog(page, 'cal.com');
    const times = { startTime: '2031-03-18T13:30:00Z', endTime: '2031-03-18T14:00:00Z' };
    await say(frame, message('bookingSuccessfulV2', { uid: 'b-1', ...times }));
    await say(frame, message('bookingSuccessful', { booking: { uid: 'b-1', ...times } }));
    await say(frame, message('bookingSuccessful', { date: times.startTime }));
    await expect(isBooked(page)).toBeAttached();
    await say(frame, message('bookingSuccessfulV2', { uid: 'b-1', ...times }));
    await expect
      .poll(() => sent)
      .toMatchObject([{ provider: 'cal', externalId: 'b-1', start: times.startTime }]);
  });

  test('does not count a canceled call as booked', async ({ page }) => {
    const sent = reports(page);
    await visit(page, '/');
    const frame = await openDialog(page, 'cal.com');
    await say(frame, message('bookingCancelled', { booking: { uid: 'b-2' } }));
    await say(frame, message('rescheduleBookingSuccessfulV2', {}));
    await say(frame, message('linkReady'));
    await expect(isBooked(page)).not.toBeAttached();
    expect(sent).toEqual([]);
  });
});
