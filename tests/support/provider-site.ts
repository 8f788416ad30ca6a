import { createHmac } from 'node:crypto';
import { sampleLead } from './samples';
import { createTestApp } from './test-app';

/** Settings of a site that books calls with a scheduling provider and receives its webhooks. */
export const providerSecrets = {
  SCHEDULING_URL: 'https://calendly.com/crew/call',
  CALENDLY_WEBHOOK_SECRET: 'calendly-secret',
  CAL_WEBHOOK_SECRET: 'cal-secret',
};

const hmac = (text: string, secret: string) =>
  createHmac('sha256', secret).update(text).digest('hex');

/** Builds Calendly's URI of an invitee. */
export const inviteeUri = (name: string) =>
  `https://api.calendly.com/scheduled_events/E/invitees/${name}`;

/** The start of the call in the webhook messages. */
export const callStart = '2031-03-18T13:30:00.000Z';

/** Builds a webhook message of Calendly. */
export const calendly = (
  event: string,
  name: string,
  change: object = {},
  at = '2031-03-01T10:00:00Z',
) => ({
  event,
  created_at: at,
  payload: {
    uri: inviteeUri(name),
    email: 'Olga@HaldenSkin.example',
    name: 'Olga Brenner',
    timezone: 'America/Chicago',
    status: 'active',
    rescheduled: false,
    old_invitee: null,
    no_show: null,
    tracking: { utm_source: null, utm_campaign: null, salesforce_uuid: null },
    scheduled_event: { start_time: callStart, end_time: '2031-03-18T14:00:00.000Z' },
    ...change,
  },
});

/** Builds a webhook message of Cal.com. */
export const cal = (triggerEvent: string, payload: object, createdAt = '2031-03-01T10:00:00Z') => ({
  triggerEvent,
  createdAt,
  payload: {
    uid: 'booking-1',
    startTime: callStart,
    endTime: '2031-03-18T14:00:00.000Z',
    attendees: [{ email: sampleLead.email, name: 'Olga Brenner', timeZone: 'America/Chicago' }],
    ...payload,
  },
});

/** Starts a site that books calls with a scheduling provider. */
export async function createProviderSite(settings: Record<string, string> = providerSecrets) {
  const app = await createTestApp(settings);
  const raw = (path: string, body: string, headers: Record<string, string>) =>
    app.app.inject({
      method: 'POST',
      url: `/api/scheduling/webhook/${path}`,
      headers: { 'content-type': 'application/json', ...headers },
      payload: body,
    });
  const fromCalendly = (message: object, age = 0, secret = 'calendly-secret') => {
    const body = JSON.stringify(message);
    const time = Math.floor(Date.now() / 1000) - age;
    const signature = `t=${time},v1=${hmac(`${time}.${body}`, secret)}`;
    return raw('calendly', body, { 'calendly-webhook-signature': signature });
  };
  const fromCal = (message: object, secret = 'cal-secret') => {
    const body = JSON.stringify(message);
    return raw('cal', body, { 'x-cal-signature-256': hmac(body, secret) });
  };
  const bookings = () =>
    app.db.selectFrom('bookings').selectAll().orderBy('createdAt').orderBy('id').execute();
  const lead = async () => (await app.visitor('POST', '/api/leads', sampleLead)).json().id;
  const fetchLeadStatus = async () => (await app.admin('GET', '/api/leads')).json()[0].status;
  return { ...app, raw, fromCalendly, fromCal, bookings, lead, fetchLeadStatus };
}
