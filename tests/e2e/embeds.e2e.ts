import type { BrowserContext, Frame, Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { fillToLastStep, openForm, submit, visit } from './lead-form';

/** Stands in for the provider's page. */
const calendar = `<!doctype html><html lang="en"><title>Calendar</title>
<main><h1>Pick a time</h1><button>Tuesday</button></main>`;

/** Serves the calendar. @param message what the provider's script posts when it has loaded */
const serveCalendar = (context: BrowserContext, host: string, message: unknown) =>
  context.route(`https://${host}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `${calendar}<script>parent.postMessage(${JSON.stringify(message)}, '*')</script>`,
    }),
  );

/** Opens the scheduling dialog. @returns the frame of the provider's page */
async function openDialog(page: Page, host: string): Promise<Frame> {
  await page.getByRole('banner').getByRole('button', { name: 'Book Discovery Call' }).click();
  const content = page.getByRole('dialog').frameLocator('iframe');
  await expect(content.getByText('Pick a time')).toBeVisible();
  const frame = page.frames().find((child) => new URL(child.url()).hostname === host);
  if (!frame) throw new Error(`No frame of ${host} is open.`);
  return frame;
}

/** Posts a message from the frame to the page, as the provider's script does. */
const postToParent = (frame: Frame, message: unknown) =>
  frame.evaluate((data) => window.parent.postMessage(data, '*'), message);

/** Collects the bookings that the page reports to the server. */
function collectReports(page: Page): unknown[] {
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/scheduling/confirmations')) sent.push(request.postDataJSON());
  });
  return sent;
}

const getBookedMessage = (page: Page) => page.getByRole('dialog').getByText('Your call is booked.');

const invitee = 'https://api.calendly.com/scheduled_events/E/invitees/A';
const scheduled = { event: 'calendly.event_scheduled', payload: { invitee: { uri: invitee } } };

const viewed = { event: 'calendly.event_type_viewed' };

test.describe('Calendly embed', () => {
  test.use({ settings: { SCHEDULING_URL: 'https://calendly.com/crew/call?hide_gdpr_banner=1' } });
  test.beforeEach(({ context }) => serveCalendar(context, 'calendly.com', viewed));

  test('passes the name, the email, and the campaign in its URL, and takes the focus on the first click', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      Object.assign(window, { blurs: 0 });
      window.addEventListener('blur', () => {
        Object.assign(window, { blurs: Number(Reflect.get(window, 'blurs')) + 1 });
      });
    });
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
    const readBlurs = () => page.evaluate(() => Number(Reflect.get(window, 'blurs')));
    const before = await readBlurs();
    await frame.getByRole('button').click();
    const readFocused = () => page.evaluate(() => document.activeElement?.tagName);
    await expect.poll(readFocused).toBe('IFRAME');
    await expect.poll(readBlurs).toBeGreaterThan(before);
  });

  test.describe('blocked on the way', () => {
    test.use({ allowErrors: /status of 403/ });

    test('is replaced by a link to a new tab and the lead form', async ({ page, context }) => {
      await context.route('https://calendly.com/**', (route) => route.fulfill({ status: 403 }));
      await page.clock.install();
      await visit(page, '/');
      const blocked = page.waitForResponse('https://calendly.com/**');
      await page.getByRole('banner').getByRole('button', { name: 'Book Discovery Call' }).click();
      await blocked;
      await page.clock.runFor(8_100);
      const dialog = page.getByRole('dialog');
      await expect(
        dialog.getByRole('heading', { name: 'The calendar isn’t loading' }),
      ).toBeVisible();
      await expect(dialog.getByRole('link', { name: 'Open it in a new tab' })).toBeVisible();
    });
  });

  test("reports a booked call once and sets the submitted lead's status, but ignores messages from other frames", async ({
    page,
    server,
  }) => {
    const sent = collectReports(page);
    await visit(page, '/');
    const form = await openForm(page);
    await fillToLastStep(form, 'Reported & Sons');
    await submit(form);
    await page
      .getByRole('dialog', { name: 'Thank You!' })
      .getByRole('button', { name: 'Close' })
      .click();
    const frame = await openDialog(page, 'calendly.com');
    // Send the message from the page itself and from a frame nested in the provider's page.
    await page.evaluate((data) => window.postMessage(data, '*'), scheduled);
    await frame.evaluate((data) => {
      const inner = document.createElement('iframe');
      inner.srcdoc = `<script>window.top.postMessage(${JSON.stringify(data)}, '*')</script>`;
      document.body.append(inner);
      return new Promise((resolve) => {
        inner.onload = resolve;
      });
    }, scheduled);
    // Messages arrive in order: after one more message and a request, these have arrived.
    await postToParent(frame, { event: 'calendly.page_height' });
    await frame.evaluate(() => fetch('/settled').then((response) => response.text()));
    await expect(getBookedMessage(page)).not.toBeAttached();
    expect(sent).toEqual([]);

    for (const message of [scheduled, scheduled, scheduled]) await postToParent(frame, message);
    await expect(getBookedMessage(page)).toBeAttached();
    await postToParent(frame, scheduled);
    await postToParent(frame, { event: 'calendly.page_height' });
    await server.api.signIn();
    const status = async () => {
      const { body } = await server.api.get('/api/leads?q=Reported');
      return (body as { status: string }[])[0]?.status;
    };
    await expect.poll(status).toBe('discovery_call');
    expect(sent).toMatchObject([{ provider: 'calendly', externalId: invitee }]);
  });
});

test.describe('Cal.com embed', () => {
  test.use({ settings: { SCHEDULING_URL: 'https://cal.com/crew/call' } });
  const message = (type: string, data: object = {}) => ({
    originator: 'CAL',
    type,
    fullType: `CAL::${type}`,
    namespace: '',
    data,
  });

  test.beforeEach(({ context }) => serveCalendar(context, 'cal.com', message('linkReady')));

  test('passes the campaign as metadata, replies to the ready message, and reports one booking for its old and new event, none for a canceled or rescheduled call', async ({
    page,
  }) => {
    const sent = collectReports(page);
    await visit(page, '/?utm_source=letter');
    const frame = await openDialog(page, 'cal.com');
    const url = new URL(frame.url());
    expect(url.pathname).toBe('/crew/call/embed');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      utm_source: 'letter',
      'metadata[utm_source]': 'letter',
      embed: '',
    });
    const reply = frame.evaluate(
      () =>
        new Promise((resolve) => {
          window.addEventListener('message', (event) => resolve(event.data));
        }),
    );
    await postToParent(frame, message('__iframeReady'));
    expect(await reply).toEqual({ originator: 'CAL', method: 'parentKnowsIframeReady' });

    await postToParent(frame, message('bookingCancelled', { booking: { uid: 'b-2' } }));
    await postToParent(frame, message('rescheduleBookingSuccessfulV2', {}));
    await postToParent(frame, message('linkReady'));
    await expect(getBookedMessage(page)).not.toBeAttached();
    expect(sent).toEqual([]);
    const times = { startTime: '2031-03-18T13:30:00Z', endTime: '2031-03-18T14:00:00Z' };
    await postToParent(frame, message('bookingSuccessfulV2', { uid: 'b-1', ...times }));
    await postToParent(frame, message('bookingSuccessful', { booking: { uid: 'b-1', ...times } }));
    await postToParent(frame, message('bookingSuccessful', { date: times.startTime }));
    await expect(getBookedMessage(page)).toBeAttached();
    await postToParent(frame, message('bookingSuccessfulV2', { uid: 'b-1', ...times }));
    await expect
      .poll(() => sent)
      .toMatchObject([{ provider: 'cal', externalId: 'b-1', start: times.startTime }]);
  });
});
