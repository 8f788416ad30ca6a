import { type BrowserContext, expect, type Page, type Route } from '@playwright/test';
import { fillToLastStep, leadForm, submit, thankYouDialog } from './lead-form';

/** Settings by which every platform is told. */
export const allPlatforms = {
  GA_MEASUREMENT_ID: 'G-TEST123',
  META_PIXEL_ID: '4711',
  LINKEDIN_PARTNER_ID: '815',
  LINKEDIN_CONVERSION_ID: '99',
  GTM_CONTAINER_ID: 'GTM-TEST',
};

/** Something that left for a platform. */
export interface Told {
  platform: 'analytics' | 'tag-manager' | 'meta' | 'linkedin';
  event: string;
  parameters: Record<string, unknown>;
  /** The event's id; undefined where there is none. */
  id: string | undefined;
}

/**
 * Stand-ins for the platforms' scripts: each takes over its queue as the real one does, and sends what
 * it is told to its own host, so that the site's policy is put to the test, too. Those that read the
 * page's address by themselves send that along.
 */
const scripts: Record<string, string> = {
  '/gtag/js': `{
    const layer = window[new URL(document.currentScript.src).searchParams.get('l')];
    const tell = (command) => {
      if (!(Object.prototype.toString.call(command) === '[object Arguments]')) throw new Error('not arguments');
      const [kind, ...rest] = command;
      const off = Object.keys(window).some((key) => key.startsWith('ga-disable-') && window[key]);
      if (off && kind !== 'consent') return;
      fetch('https://region1.google-analytics.com/g/collect', { method: 'POST', mode: 'no-cors', body: JSON.stringify([kind, ...rest]) });
    };
    layer.forEach(tell);
    layer.push = (...commands) => { commands.forEach(tell); return Array.prototype.push.apply(layer, commands); };
    if (!document.cookie.includes('_ga=')) document.cookie = '_ga=GA1.1.111.222; path=/; max-age=9999';
  }`,
  '/gtm.js': `{
    const layer = window.dataLayer;
    const tell = (message) => fetch('https://www.googletagmanager.com/told', { method: 'POST', mode: 'no-cors', body: JSON.stringify(message[0] ? [...message] : message) });
    layer.forEach(tell);
    layer.push = (...messages) => { messages.forEach(tell); return Array.prototype.push.apply(layer, messages); };
  }`,
  '/en_US/fbevents.js': `{
    let granted = true;
    const tell = (...command) => {
      if (command[0] === 'consent') granted = command[1] === 'grant';
      else if (granted) new Image().src = 'https://www.facebook.com/tr?dl=' + encodeURIComponent(location.href) + '&rl=' + encodeURIComponent(document.referrer) + '&command=' + encodeURIComponent(JSON.stringify(command));
    };
    const { queue } = window.fbq;
    window.fbq.callMethod = tell;
    while (queue.length) tell(...queue.shift());
    document.cookie = '_fbp=fb.1.1700000000000.123456; path=/; max-age=9999';
  }`,
  '/li.lms-analytics/insight.min.js': `{
    const tell = (...command) => { new Image().src = 'https://px.ads.linkedin.com/collect?url=' + encodeURIComponent(location.href) + '&command=' + encodeURIComponent(JSON.stringify(command)); };
    if (window._linkedin_data_partner_ids.length) tell('page');
    const { q } = window.lintrk;
    window.lintrk = tell;
    q.forEach((command) => tell(...command));
  }`,
};

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

type Fields = Record<string, unknown>;

/** What a request to a platform says, in one form; null for what is no event. */
function toldBy(url: URL, body: string | null): Told | null {
  const told = (
    platform: Told['platform'],
    event: unknown,
    all: Fields = {},
    eventId?: unknown,
  ) => {
    const { event_id: id = eventId, ...parameters } = all;
    return { platform, event: String(event), parameters, id: id as string | undefined };
  };
  if (url.hostname === 'region1.google-analytics.com') {
    const [kind, name, parameters] = JSON.parse(body ?? '[]');
    if (kind === 'consent') return told('analytics', `consent ${name}`, parameters);
    return kind === 'event' ? told('analytics', name, parameters) : null;
  }
  if (url.hostname === 'www.googletagmanager.com' && url.pathname === '/told') {
    const message = JSON.parse(body ?? '{}');
    if (Array.isArray(message)) return told('tag-manager', `consent ${message[1]}`, message[2]);
    const { event, ...parameters } = message;
    return event === 'gtm.js' ? null : told('tag-manager', event, parameters);
  }
  const command = JSON.parse(url.searchParams.get('command') ?? 'null');
  if (url.hostname === 'www.facebook.com' && command?.[0] === 'track') {
    return told('meta', command[1], command[2], command[3]?.eventID);
  }
  if (url.hostname === 'px.ads.linkedin.com') {
    return command[0] === 'page' ? told('linkedin', 'page') : told('linkedin', 'track', command[1]);
  }
  return null;
}

/** Stands in for every platform, and for the rest of the world. */
export async function answerPlatforms(context: BrowserContext, site: string) {
  const all: Told[] = [];
  const foreign: string[] = [];
  const sent: string[] = [];
  await context.route(
    (url) => url.origin !== new URL(site).origin,
    (route: Route) => {
      const request = route.request();
      const url = new URL(request.url());
      foreign.push(`${url.host}${url.pathname}`);
      sent.push(`${decodeURIComponent(url.href)} ${request.postData() ?? ''}`);
      const script = scripts[url.pathname];
      if (script) return route.fulfill({ contentType: 'text/javascript', body: script });
      const told = toldBy(url, request.postData());
      if (told) all.push(told);
      return request.resourceType() === 'image'
        ? route.fulfill({ contentType: 'image/gif', body: pixel })
        : route.fulfill({ status: 204 });
    },
  );
  return {
    /** Everything but changes of consent, in order. */
    events: () => all.filter(({ event }) => !event.startsWith('consent')),
    consents: () => all.filter(({ event }) => event.startsWith('consent')),
    named: (platform: Told['platform'], event: string) =>
      all.filter((one) => one.platform === platform && one.event === event),
    /** Hosts and paths of all requests that left the site. */
    foreign: () => foreign,
    /** All that they carried: address and body. */
    sent: () => sent.join('\n'),
  };
}

/** The question of consent. */
export const banner = (page: Page) =>
  page.getByRole('region', { name: 'May we measure your visit?' });

export const accept = (page: Page) => banner(page).getByRole('button', { name: 'Accept' }).click();
export const refuse = (page: Page) => banner(page).getByRole('button', { name: 'Refuse' }).click();

/** Sends an enquiry from the home page about a package. */
export async function sendEnquiry(
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
