import { collections } from '../../content/collections/collections';
import { talents } from '../../content/collections/talents/contract';
import type { Collection } from '../../content/kit/define-collection';
import { getOperationNames } from '../../content/kit/operation-names.server';
import { type PageName, pageNames } from '../../content/pages/contract';
import { defaultBlocks } from '../../content/pages/defaults.server';
import { encodePlan } from '../../cover/encode-plan';
import { buildCheckoutPath, buildProposalPath } from '../../proposals/proposal';
import { defaultCallHours } from '../../scheduling/hours/call-hours';
import type { ExampleValues } from './build-example.server';

export const id = '0d5c2b52-8a3c-4c7e-9a55-6a1f0a3d4b10';
export const otherId = '5b1f6c3e-2f6d-4a1b-8a0e-3f1f1a6f7c22';
const createdAt = '2026-03-02T14:05:09.000Z';
const updatedAt = '2026-03-04T09:30:00.000Z';
/** The start of a call. */
export const start = '2026-03-10T15:00:00.000Z';

/** A lead with every field of the form filled in. */
export const exampleLead = {
  companyName: 'Halden Skin Studios',
  contactName: 'Olga Brenner',
  email: 'olga@haldenskin.example',
  phone: '+1 555 0100',
  industry: 'Beauty',
  numberOfLocations: 4,
  interestedPackage: 'Full PM',
  message: 'Front desk is alone from 11:30 to 3.\nWe lose bookings.',
};

const exampleSpan = { day: 1, from: '12:00', to: '14:00' };

/** A desk whose lunch nobody covers. */
const exampleDesk = {
  name: 'Front desk',
  role: 'Receptionist',
  tools: ['Boulevard'],
  languages: ['Spanish'],
  ...exampleSpan,
};

const proposalSignature = 'Zm9yIE9sZ2Egb25seSwgbm90IGZvciBhbnlib2R5IGVsc2U';

const projectManager = { name: 'Rosa Puente', email: 'rosa@puentestaffing.example' };

/** The values of a collection's operations, by its tag, from its own example. */
const getCollectionValues = ({ path, label, example }: Collection): ExampleValues => ({
  [path]: {
    ...example,
    subject: path,
    before: { ...example, state: 'draft' },
    after: { ...example, state: 'published' },
  },
  [`listAll${getOperationNames({ path, label }).plural}`]: {
    state: 'scheduled',
    publishAt: updatedAt,
  },
});

const { home, privacy } = defaultBlocks;

/** The values in which a page differs for visitors from its blocks. */
const publicPages: Record<PageName, ExampleValues> = {
  home: {
    hero: { ...home.hero, buttons: [home.hero.firstButton], hours: '8 am to 8 pm', schedule: null },
    sections: [{ id: 'talent', ...home.talent }],
  },
  talent: {},
  privacy: {
    header: privacy.text,
    sections: [{ id: 'why', title: 'Why', html: '<p>To reply to you.</p>' }],
  },
};

/** The values of a page's operations, from its defaults. */
function getPageValues(page: PageName): ExampleValues {
  const blocks = defaultBlocks[page];
  const wrapped = Object.entries(blocks).map(([name, value]) => [name, { value }]);
  const forOwner = { ...blocks, version: updatedAt, blocks: Object.fromEntries(wrapped) };
  const name = `${page[0]?.toUpperCase()}${page.slice(1)}Page`;
  return {
    [`get${name}`]: { ...blocks, ...publicPages[page] },
    [`update${name}`]: forOwner,
    [`preview${name}`]: blocks,
    [`restore${name}Block`]: forOwner,
  };
}

/**
 * Sample values by the name of a property. Those below the name of a tag, an operation or a
 * property, or of a status, take precedence within it.
 */
export const exampleValues: ExampleValues = {
  ...exampleLead,
  ...defaultCallHours,
  version: updatedAt,
  ...Object.assign({}, ...collections.map(getCollectionValues), ...pageNames.map(getPageValues)),
  id,
  otherId,
  leadId: id,
  keepId: id,
  itemId: id,
  ids: [id, otherId],
  createdAt,
  updatedAt,
  at: createdAt,
  dueAt: '2026-03-06T15:00:00.000Z',
  start,
  end: '2026-03-10T15:30:00.000Z',
  day: '2026-03-02',
  timeZone: 'America/New_York',
  name: exampleLead.contactName,
  company: exampleLead.companyName,
  by: 'admin',
  action: 'changed',
  pending: null,
  attribution: null,
  consent: null,
  url: `/?preview=talents.${id}.1772634600000.c2lnbmF0dXJl`,
  counts: { visit: 120, form_1: 9, enquiry: 3 },
  total: 24,
  available: 19,
  uploadURL: `/api/objects/upload/${id}?expires=1772460909&signature=4f1c`,
  servingPath: `/objects/${id}`,
  pictures: { width: 1600, height: 1067, exposure: 110, tone: 'boxed' },
  pages: {
    subject: 'pages',
    before: { title: 'Onboarding Packages' },
    after: { title: 'What it costs' },
    isDefault: false,
    html: '<!doctype html><title>Crewbridge</title>',
  },
  getStandardPolicy: { markdown: '## What we store\n\nWhat you enter in our forms.' },
  browseTalents: { counts: { role: { Receptionist: 6 }, seniority: { Senior: 9 } } },

  // Sign-in and security
  password: 'correct horse battery staple',
  current: 'correct horse battery staple',
  next: 'seven green herons at dusk',
  address: '203.0.113.7',
  agent: 'Firefox on Windows',
  security: { code: '123456', secret: 'JBSWY3DPEHPK3PXP' },
  uri: 'otpauth://totp/Crewbridge:admin?secret=JBSWY3DPEHPK3PXP&issuer=Crewbridge',
  enabledAt: createdAt,
  recoveryCodesLeft: 9,
  recoveryCodes: ['k3f9-7qxm-2wvt', 'p8dn-4hzr-6cjs'],

  // Leads
  source: 'google.com',
  interestedPackageId: otherId,
  value: 1000,
  plan: { ...exampleDesk, timeZone: 'America/New_York' },
  leads: {
    subject: 'lead',
    before: { status: 'new' },
    after: { status: 'contacted' },
    title: 'Ask for the floor plan',
    text: 'Prefers mornings.',
    note: 'Left a message.',
    kind: 'lead-notification',
    label: 'Email notification',
    timeline: { kind: 'note', before: null, after: { text: 'Prefers mornings.' } },
    related: [otherId],
    unrelated: [],
    merged: [],
  },
  nextStep: { text: 'Send the proposal' },
  updateLeads: { value: 'contacted', results: { message: null } },
  statuses: { value: 'Won', count: 3, status: 'closed_won' },
  importLeads: {
    columns: [{ title: 'Company', field: 'companyName' }],
    errors: [],
    duplicates: [],
  },
  fileName: 'leads-2025.csv',
  undoUntil: '2026-03-03T14:05:09.000Z',
  reason: "This lead has a payment and can't be deleted: payment records must be retained.",
  problems: {
    title: 'Email is turned off',
    message: 'Mail is off: no mail server is set',
    fix: 'Enter your mail server. Until then nobody is told about new leads: they appear only here.',
    fixPath: '/admin/settings#mail',
    delivery: null,
  },
  addProjectManager: projectManager,
  updateProjectManager: projectManager,
  listProjectManagers: projectManager,

  // Hours that nobody covers
  cover: {
    ...exampleDesk,
    talentId: id,
    requestedMinutes: 600,
    coveredMinutes: 480,
    relax: { condition: 'tool', name: 'Boulevard', coveredMinutes: 600, people: 2 },
  },
  listCallHoursHistory: {
    subject: 'call-hours',
    before: { noticeMinutes: 240 },
    after: { noticeMinutes: 60 },
  },
  sendLeadMail: { subject: 'Hours at your front desk', body: 'Hello Olga, shall we talk?' },
  reportPlan: {
    id: '0f6c2b1e-5a7d-4c3f-9e8a-1b2c3d4e5f60',
    code: encodePlan({
      timeZone: 'America/New_York',
      open: [],
      desks: [{ name: 'Phones', tools: [], languages: [], hours: [exampleSpan] }],
    }),
  },
  getDemand: { weekday: 6, hour: 9, asked: 15, covered: 4 },

  // Calls
  token: 'ZkV2cU9rQ3h6b1lUd0hKcA',
  provider: 'cal',
  externalId: 'bFJeNb2uX8ANpT3JL5EfXw',
  meetingUrl: 'https://meet.example/crew',
  calendarFile: 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n',
  slots: [start],
  alternatives: ['2026-03-10T15:30:00.000Z', '2026-03-10T16:00:00.000Z'],
  409: { message: 'This time has just been taken.' },
  leadStatus: 'discovery_call',
  bookCallForLead: { message: 'Good talking to you just now.' },
  updateBooking: { status: 'canceled' },
  cancelBooking: { status: 'canceled' },
  cancelBookings: { message: 'We are closed that day.', status: 'canceled' },
  logCallResult: { note: 'Wants two people by May.' },

  // Payments
  packageName: 'Full PM',
  amount: 100_000,
  refundedAmount: 0,
  currency: 'usd',
  paymentIntentId: 'pi_3OqX1r2eZvKYlo2C',
  clientSecret: 'pi_3OqX1r2eZvKYlo2C_secret_x',
  stripeUrl: 'https://dashboard.stripe.com/payments/pi_3OqX1r2eZvKYlo2C',
  payments: { status: 'succeeded', message: 'Payment successful' },

  // Proposals
  proposals: {
    ...exampleDesk,
    number: 14,
    fromName: projectManager.name,
    talentId: id,
    talentIds: [id],
    packageId: otherId,
    package: { name: 'Full PM' },
    people: {
      ...talents.example,
      talentId: id,
      tools: ['Boulevard'],
      languages: ['Spanish', 'English'],
      minutes: 120,
    },
    requestedMinutes: 120,
    coveredMinutes: 120,
    lines: { text: 'Marisol Vega', price: '$13 an hour' },
    validUntil: '2026-04-01',
    earliestStart: '2026-03-30',
    note: 'Saturdays hurt most, so Marisol starts there.',
    url: `https://crew.example${buildProposalPath(`14-${proposalSignature}`)}`,
    token: `14-${proposalSignature}`,
    version: updatedAt,
    question: { topic: 'question', text: 'Can Marisol start earlier?' },
    text: 'Can Marisol start earlier?',
    state: 'sent',
    status: 'open',
    sentAt: updatedAt,
    sentBy: 'link',
    checkoutUrl: null,
  },
  acceptProposal: {
    name: exampleLead.contactName,
    status: 'accepted',
    acceptedAt: updatedAt,
    acceptedBy: exampleLead.contactName,
    dueToday: 100_000,
    checkoutUrl: buildCheckoutPath(id, otherId),
  },

  // Settings and setup
  settings: {
    version: updatedAt,
    businessName: 'Crewbridge',
    fields: { phone: { value: '(512) 555-0148', source: 'owner' } },
    sections: { contact: {} },
    subject: 'settings',
    before: { phone: null },
    after: { phone: '(512) 555-0148' },
  },
  sendTestEmail: { message: 'Sent to rosa@puentestaffing.example.' },
  testPayments: { message: 'Connected. Customers can pay by card.' },
  steps: { label: 'Send the form' },
  items: { talents: [id] },
  packageNames: ['Full PM'],
  isHidden: false,
  checks: {
    isOk: false,
    text: 'The site has no public address yet. The person who runs your server sets it.',
    steps: 'The site Crewbridge needs a public address before it opens:\n\n1. …',
  },
  claims: {
    blockId: 'home.pricing',
    place: 'Home page, over the packages',
    text: 'Paid once. Onboarding starts within 48 hours of payment.',
  },

  // Webhooks, and errors of pages
  webhooks: {
    name: 'HubSpot sync',
    url: 'https://sync.example.com/leads',
    events: ['lead.created', 'call.booked'],
    secret: 'whsec_bm90IGEgcmVhbCBzZWNyZXQsIG9ubHkgYW4gZXhhbXBsZSE=',
    message: 'HubSpot sync responded with 200 in 0.4 s.',
    summary: 'New lead, Halden Skin Studios',
    body: '{"type":"lead.created","timestamp":"2026-03-04T09:30:00.000Z","data":{}}',
    isOk: false,
    status: 404,
    answer: 'no_service',
    tookMs: 210,
  },
  'client-errors': {
    message: 'TypeError: URL.parse is not a function',
    component: 'The page',
    release: 'client-Bk3xQ9.js',
    engine: 'Firefox 115',
  },
};
