import { type BrowserContext, expect, type Page, type Route } from '@playwright/test';
import { fillToLastStep, leadForm, submit, thankYouDialog, visit } from './lead-form';

/** Settings that turn on every tracking platform. */
export const allPlatforms = {
  GA_MEASUREMENT_ID: 'G-TEST123',
  META_PIXEL_ID: '4711',
  LINKEDIN_PARTNER_ID: '815',
  LINKEDIN_CONVERSION_ID: '99',
  GTM_CONTAINER_ID: 'GTM-TEST',
};

/** An event that the browser sent to a platform. */
export interface PlatformEvent {
  platform: 'analytics' | 'tag-manager' | 'meta' | 'linkedin';
  event: string;
  parameters: Record<string, unknown>;
  /** The event's id for deduplication; undefined where the platform has none. */
  id: string | undefined;
}

/**
 * Replacements for the platforms' scripts. Each processes its queue as the real one does and sends
 * every command to the platform's real host, so that the Content-Security-Policy is tested, too.
 * The scripts that read the page's URL by themselves (Meta, LinkedIn) include it.
 */
const scripts: Record<string, string> = {
  '/gtag/js': `{
    const layer = window[new URL(document.currentScript.src).searchParams.get('l')];
    const send = (command) => {
      if (!(Object.prototype.toString.call(command) === '[object Arguments]')) throw new Error('not arguments');
      const [kind, ...rest] = command;
      const off = Object.keys(window).some((key) => key.startsWith('ga-disable-') && window[key]);
      if (off && kind !== 'consent') return;
      fetch('https://region1.google-analytics.com/g/collect', { method: 'POST', mode: 'no-cors', body: JSON.stringify([kind, ...rest]) });
    };
    layer.forEach(send);
    layer.push = (...commands) => { commands.forEach(send); return Array.prototype.push.apply(layer, commands); };
    if (!document.cookie.includes('_ga=')) document.cookie = '_ga=GA1.1.111.222; path=/; max-age=9999';
  }`,
  '/gtm.js': `{
    const layer = window.dataLayer;
    const send = (message) => fetch('https://www.googletagmanager.com/event', { method: 'POST', mode: 'no-cors', body: JSON.stringify(message[0] ? [...message] : message) });
    layer.forEach(send);
    layer.push = (...messages) => { messages.forEach(send); return Array.prototype.push.apply(layer, messages); };
  }`,
  '/en_US/fbevents.js': `{
    let granted = true;
    const send = (...command) => {
      if (command[0] === 'consent') granted = command[1] === 'grant';
      else if (granted) new Image().src = 'https://www.facebook.com/tr?dl=' + encodeURIComponent(location.href) + '&rl=' + encodeURIComponent(document.referrer) + '&command=' + encodeURIComponent(JSON.stringify(command));
    };
    const { queue } = window.fbq;
    window.fbq.callMethod = send;
    while (queue.length) send(...queue.shift());
    document.cookie = '_fbp=fb.1.1700000000000.123456; path=/; max-age=9999';
  }`,
  '/li.lms-analytics/insight.min.js': `{
    const send = (...command) => { new Image().src = 'https://px.ads.linkedin.com/collect?url=' + encodeURIComponent(location.href) + '&command=' + encodeURIComponent(JSON.stringify(command)); };
    if (window._linkedin_data_partner_ids.length) send('page');
    const { q } = window.lintrk;
    window.lintrk = send;
    q.forEach((command) => send(...command));
  }`,
};

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

type EventParameters = Record<string, unknown>;

/** Parses the event in a request to a platform; null when the request carries no event. */
function parsePlatformEvent(url: URL, body: string | null): PlatformEvent | null {
  const toEvent = (
    platform: PlatformEvent['platform'],
    event: unknown,
    all: EventParameters = {},
    eventId?: unknown,
  ) => {
    const { event_id: id = eventId, ...parameters } = all;
    return { platform, event: String(event), parameters, id: id as string | undefined };
  };
  if (url.hostname === 'region1.google-analytics.com') {
    const [kind, name, parameters] = JSON.parse(body ?? '[]');
    if (kind === 'consent') return toEvent('analytics', `consent ${name}`, parameters);
    return kind === 'event' ? toEvent('analytics', name, parameters) : null;
  }
  if (url.hostname === 'www.googletagmanager.com' && url.pathname === '/event') {
    const message = JSON.parse(body ?? '{}');
    if (Array.isArray(message)) return toEvent('tag-manager', `consent ${message[1]}`, message[2]);
    const { event, ...parameters } = message;
    return event === 'gtm.js' ? null : toEvent('tag-manager', event, parameters);
  }
  const command = JSON.parse(url.searchParams.get('command') ?? 'null');
  if (url.hostname === 'www.facebook.com' && command?.[0] === 'track') {
    return toEvent('meta', command[1], command[2], command[3]?.eventID);
  }
  if (url.hostname === 'px.ads.linkedin.com') {
    return command[0] === 'page'
      ? toEvent('linkedin', 'page')
      : toEvent('linkedin', 'track', command[1]);
  }
  return null;
}

/** Intercepts every request to another origin, and records the events among them. */
export async function mockPlatforms(context: BrowserContext, site: string) {
  const events: PlatformEvent[] = [];
  const externalRequests: string[] = [];
  const payloads: string[] = [];
  await context.route(
    (url) => url.origin !== new URL(site).origin,
    (route: Route) => {
      const request = route.request();
      const url = new URL(request.url());
      externalRequests.push(`${url.host}${url.pathname}`);
      payloads.push(`${decodeURIComponent(url.href)} ${request.postData() ?? ''}`);
      const script = scripts[url.pathname];
      if (script) return route.fulfill({ contentType: 'text/javascript', body: script });
      const event = parsePlatformEvent(url, request.postData());
      if (event) events.push(event);
      return request.resourceType() === 'image'
        ? route.fulfill({ contentType: 'image/gif', body: pixel })
        : route.fulfill({ status: 204 });
    },
  );
  return {
    /** All events except changes of consent, in order. */
    events: () => events.filter(({ event }) => !event.startsWith('consent')),
    /** Platform and name of each of these events, sorted. */
    eventNames: () =>
      events
        .filter(({ event }) => !event.startsWith('consent'))
        .map(({ platform, event }) => `${platform} ${event}`)
        .sort(),
    consents: () => events.filter(({ event }) => event.startsWith('consent')),
    named: (platform: PlatformEvent['platform'], event: string) =>
      events.filter((sent) => sent.platform === platform && sent.event === event),
    /** Hosts and paths of all requests to other origins. */
    externalRequests: () => externalRequests,
    /** Addresses and bodies of all requests to other origins, as one text. */
    payloads: () => payloads.join('\n'),
  };
}

export type Platforms = Awaited<ReturnType<typeof mockPlatforms>>;

/** The consent banner. */
export const banner = (page: Page) =>
  page.getByRole('region', { name: 'May we measure your visit?' });

export const accept = (page: Page) => banner(page).getByRole('button', { name: 'Accept' }).click();
export const refuse = (page: Page) => banner(page).getByRole('button', { name: 'Refuse' }).click();

/** Opens the home page, accepts tracking, and waits for the first page view. */
export async function visitAndAccept(page: Page, platforms: Platforms): Promise<void> {
  await visit(page, '/');
  await accept(page);
  await expect.poll(() => platforms.named('meta', 'PageView').length).toBe(1);
}

/** Allows analytics only. */
export async function allowAnalytics(page: Page): Promise<void> {
  await banner(page).getByRole('button', { name: 'Choose' }).click();
  await banner(page)
    .getByLabel(/^Analytics/)
    .check();
  await banner(page).getByRole('button', { name: 'Save choice' }).click();
}

/** Submits the lead form for a package from the home page. */
export async function submitLead(
  page: Page,
  company: string,
  packageName = 'Full PM',
): Promise<void> {
  await page.getByRole('button', { name: `Select ${packageName}` }).click();
  const form = leadForm(page);
  await fillToLastStep(form, company);
  await form.getByLabel('Number of locations').fill('4');
  await submit(form);
  await expect(thankYouDialog(page)).toBeVisible();
}
