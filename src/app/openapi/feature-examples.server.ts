import { defaultCallHours } from '../../features/scheduling/call-hours';
import type { OperationExamples } from './complete-openapi-document.server';
import { webhookExamples } from './webhook-examples.server';

export const id = '0d5c2b52-8a3c-4c7e-9a55-6a1f0a3d4b10';
export const otherId = '5b1f6c3e-2f6d-4a1b-8a0e-3f1f1a6f7c22';
export const createdAt = '2026-03-02T14:05:09.000Z';
export const updatedAt = '2026-03-04T09:30:00.000Z';
const start = '2026-03-10T15:00:00.000Z';
const end = '2026-03-10T15:30:00.000Z';

const recoveryCodes = { recoveryCodes: ['k3f9-7qxm-2wvt', 'p8dn-4hzr-6cjs'] };
const device = { address: '203.0.113.7', agent: 'Firefox on Windows' };
const password = 'correct horse battery staple';
const proof = { password, code: '123456' };
const session = { isAuthenticated: true };

const demoState = { items: { talents: [id] }, restorableUntil: '2026-03-05T09:30:00.000Z' };

const setup = {
  isHidden: false,
  done: ['contact', 'logo'],
  people: 1,
  packageNames: ['Full PM'],
  demoItems: 30,
  report: {
    at: createdAt,
    checks: [{ isOk: false, text: 'Mail: no test email has been sent yet' }],
  },
};

const settings = {
  version: updatedAt,
  fields: {
    phone: { value: '(512) 555-0148', source: 'owner', variable: null, updatedAt },
    smtpPassword: {
      value: null,
      source: 'server',
      variable: 'SMTP_URL',
      isSet: true,
      updatedAt: null,
    },
  },
  sections: { contact: { updatedAt, by: 'admin' }, mail: { updatedAt: null, by: null } },
  passwordVariable: null,
};

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

const leadInput = { ...exampleLead, interestedPackageId: otherId };

const lead = {
  ...leadInput,
  attribution: null,
  consent: null,
  id,
  status: 'new',
  assignedPmId: null,
  suspect: null,
  source: 'google.com',
  nextStep: { text: 'Send the proposal', dueAt: '2026-03-06T15:00:00.000Z' },
  answeredAt: null,
  deletedAt: null,
  mergedIntoId: null,
  expiresAt: null,
  createdAt,
  updatedAt: createdAt,
};

const leadPerson = {
  leadId: id,
  companyName: leadInput.companyName,
  contactName: leadInput.contactName,
  email: leadInput.email,
  phone: leadInput.phone,
};

const listedLead = { ...lead, value: 1000 };

const delivery = {
  target: null,
  targetName: null,
  answer: '250 2.0.0 OK',
  id: otherId,
  leadId: id,
  kind: 'lead-notification',
  status: 'sent',
  attempts: 1,
  lastError: null,
  createdAt,
  sentAt: '2026-03-02T14:05:10.000Z',
  dueAt: null,
};

const note = { id: otherId, leadId: id, text: 'Prefers mornings.', createdAt, by: 'admin' };

const task = {
  id: otherId,
  leadId: id,
  title: 'Ask for the floor plan',
  dueAt: '2026-03-06T15:00:00.000Z',
  doneAt: null,
  createdAt,
  by: 'admin',
};

const projectManager = { id: otherId, name: 'Rosa Puente', email: 'rosa@puentestaffing.example' };

const visitorBooking = {
  id,
  status: 'booked',
  start,
  end,
  timeZone: 'America/New_York',
  email: leadInput.email,
  place: defaultCallHours.place,
  mailed: true,
  calendarFile: 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n',
};

const booking = {
  id,
  leadId: otherId,
  source: 'site',
  status: 'booked',
  verified: true,
  start,
  timeZone: 'America/New_York',
  name: leadInput.contactName,
  email: leadInput.email,
  company: leadInput.companyName,
  phone: leadInput.phone,
  meetingUrl: 'https://meet.example/crew',
  attribution: null,
  personConfirmed: true,
  createdAt,
};

const clientErrorReport = {
  message: 'TypeError: URL.parse is not a function',
  component: 'The page',
  release: 'client-Bk3xQ9.js',
  engine: 'Firefox 115',
};

const bookingToken = 'ZkV2cU9rQ3h6b1lUd0hKcA';
const slotTakenError = {
  message: 'This time has just been taken.',
  code: 'conflict',
  alternatives: ['2026-03-10T15:30:00.000Z', '2026-03-10T16:00:00.000Z'],
};

const pictureBody = { schema: { type: 'string', format: 'binary' } };

/** The examples of all operations outside of the collections, by operation id. */
export const featureExamples: Record<string, OperationExamples> = {
  checkSession: { response: session },
  signIn: { request: { password }, response: session },

  changePassword: { request: { current: password, next: 'seven green herons at dusk' } },

  getSetup: { response: setup },
  checkSetup: { response: setup },
  getDemoContent: { response: { ...demoState, restorableUntil: null } },
  removeDemoContent: { response: { ...demoState, items: {} } },
  restoreDemoContent: { response: { ...demoState, restorableUntil: null } },

  getSettings: { response: settings },
  updateSettings: { request: { phone: '(512) 555-0148' }, response: settings },
  listSettingsHistory: {
    response: [
      {
        id: otherId,
        subject: 'settings',
        action: 'changed',
        at: updatedAt,
        by: 'admin',
        before: { phone: null },
        after: { phone: '(512) 555-0148' },
      },
    ],
  },
  restoreSettings: { request: { entryId: otherId, side: 'before' }, response: settings },
  sendTestEmail: {
    response: { success: true, message: 'Sent to rosa@puentestaffing.example.' },
  },
  testPayments: {
    response: { success: true, message: 'Connected. Customers can pay by card.' },
  },

  createLead: { request: leadInput, response: { id } },
  listLeads: { response: [listedLead] },
  listLeadStages: { response: [{ status: 'new', count: 3, value: 1600 }] },
  getLead: {
    response: {
      ...listedLead,
      timeline: [
        {
          id: otherId,
          kind: 'note',
          at: createdAt,
          by: 'admin',
          leadId: id,
          before: null,
          after: { text: note.text },
        },
      ],
      notes: [note],
      tasks: [task],
      deliveries: [delivery],
      related: [otherId],
      merged: [],
      bookings: [],
      payments: [],
    },
  },
  getLeadSummary: {
    response: {
      total: 41,
      new: 3,
      inProgress: 7,
      suspected: 1,
      deleted: 2,
      expiring: { count: 1, firstAt: '2026-12-20T09:00:00.000Z' },
    },
  },
  updateLead: {
    request: { status: 'contacted' },
    response: { ...lead, status: 'contacted', updatedAt },
  },
  markLeadAsNotSpam: { response: lead },
  recordLeadContact: {
    request: { channel: 'phone', note: 'Left a message.' },
    response: { ...lead, status: 'contacted', answeredAt: updatedAt, updatedAt },
  },
  addLead: { request: { ...leadInput, status: 'contacted' }, response: lead },
  restoreLead: { response: lead },
  updateLeads: {
    request: { ids: [id, otherId], action: 'status', value: 'contacted' },
    response: {
      results: [
        { id, ok: true, message: null },
        { id: otherId, ok: false, message: 'Lead not found' },
      ],
    },
  },
  mergeLeads: { request: { keepId: id, otherId }, response: lead },
  unmergeLeads: { request: { otherId }, response: { ...lead, id: otherId } },
  addLeadNote: { request: { text: note.text }, response: note },
  addLeadTask: { request: { title: task.title, dueAt: task.dueAt }, response: task },
  updateTask: { request: { doneAt: updatedAt }, response: { ...task, doneAt: updatedAt } },
  listTasks: {
    response: [{ ...task, companyName: leadInput.companyName, contactName: leadInput.contactName }],
  },
  getOverview: {
    response: {
      counts: {
        waiting: 1,
        late: 0,
        overdueFollowUps: 1,
        followUpsToday: 0,
        callsToday: 1,
        problems: 1,
      },
      waiting: [{ ...leadPerson, interestedPackage: 'Full PM', value: 1000, createdAt }],
      overdueFollowUps: [{ ...leadPerson, taskId: null, ...lead.nextStep, dueAt: updatedAt }],
      followUpsToday: [],
      callsToday: [booking],
      canceledCalls: [],
      problems: [
        {
          kind: 'mail-off',
          title: 'Email is turned off',
          message: 'Mail is off: no mail server is set',
          fix: 'Enter your mail server. Until then nobody is told about new leads: they appear only here.',
          fixPath: '/admin/settings#mail',
          count: 1,
          since: null,
          delivery: null,
        },
      ],
    },
  },
  retryDelivery: { response: { ...delivery, status: 'pending', sentAt: null, dueAt: updatedAt } },
  importLeads: {
    body: {
      'text/csv': {
        schema: { type: 'string' },
        example:
          'Company,Contact,Email\r\nHalden Skin Studios,Olga Brenner,olga@haldenskin.example\r\n',
      },
    },
    response: {
      importId: otherId,
      rows: 1,
      imported: 1,
      columns: [
        { title: 'Company', field: 'companyName' },
        { title: 'Contact', field: 'contactName' },
        { title: 'Email', field: 'email' },
      ],
      errors: [],
      duplicates: [],
    },
  },
  exportPerson: {
    response: {
      email: leadInput.email,
      exportedAt: updatedAt,
      leads: [
        {
          ...lead,
          timeline: [],
          notes: [note],
          tasks: [task],
          deliveries: [delivery],
          bookings: [],
          payments: [],
        },
      ],
      bookings: [],
    },
  },
  runSelfTest: {
    response: {
      success: true,
      steps: [
        { name: 'form', label: 'Send the form', state: 'ok', detail: null },
        { name: 'store', label: 'Store the lead', state: 'ok', detail: null },
        { name: 'delivery', label: 'Email to you', state: 'ok', detail: null },
        { name: 'cleanup', label: 'Clean up', state: 'ok', detail: null },
      ],
    },
  },
  erasePerson: {
    request: { email: leadInput.email },
    response: {
      erasedLeadIds: [id],
      erasedBookings: 0,
      kept: [
        {
          leadId: otherId,
          reason:
            "This lead has a payment of $1,000 and can't be deleted: payment records must be retained.",
        },
      ],
    },
  },
  undoLeadImport: { response: { removed: 117, keptIds: [otherId] } },
  ...webhookExamples,
  listProjectManagers: { response: [projectManager] },
  addProjectManager: {
    request: { name: projectManager.name, email: projectManager.email },
    response: projectManager,
  },
  updateProjectManager: {
    request: { name: projectManager.name, email: projectManager.email },
    response: projectManager,
  },
  listLeadDeliveries: { response: [delivery] },
  listLeadHistory: {
    response: [
      {
        id: otherId,
        subject: 'lead',
        action: 'changed',
        at: updatedAt,
        by: 'admin',
        before: { status: 'new' },
        after: { status: 'contacted' },
      },
    ],
  },
  listLeadPayments: {
    response: [
      {
        id: otherId,
        packageName: 'Full PM',
        amount: 100_000,
        refundedAmount: 0,
        currency: 'usd',
        status: 'succeeded',
        createdAt,
        attribution: null,
        stripeUrl: 'https://dashboard.stripe.com/payments/pi_3OqX1r2eZvKYlo2C',
      },
    ],
  },
  listLeadBookings: { response: [booking] },
  undoBookingChange: { response: booking },

  reportPaymentInterest: { request: { leadId: id, packageId: otherId } },
  startPayment: {
    request: { leadId: id, packageId: otherId },
    response: { clientSecret: 'pi_3OqX1r2eZvKYlo2C_secret_x', amount: 100_000, currency: 'usd' },
  },
  verifyPayment: {
    request: { paymentIntentId: 'pi_3OqX1r2eZvKYlo2C' },
    response: { success: true, message: 'Payment successful' },
  },
  receiveStripeEvent: {
    body: {
      'application/json': {
        schema: { type: 'object', description: "Stripe's event, exactly as it was signed." },
        example: { id: 'evt_1OqX1r2eZvKYlo2C', object: 'event', type: 'payment_intent.succeeded' },
      },
    },
    response: { received: true },
  },

  listFreeSlots: { response: { timeZone: 'America/New_York', slots: [start] } },
  createBooking: {
    request: {
      name: leadInput.contactName,
      email: leadInput.email,
      company: leadInput.companyName,
      start,
      timeZone: 'America/New_York',
    },
    response: { ...visitorBooking, token: bookingToken },
    conflict: slotTakenError,
  },
  findBooking: { request: { token: bookingToken }, response: visitorBooking },
  rescheduleBooking: {
    request: { token: bookingToken, start },
    response: visitorBooking,
    conflict: slotTakenError,
  },
  cancelBooking: {
    request: { token: bookingToken },
    response: { ...visitorBooking, status: 'canceled' },
  },
  reportBooking: { request: { provider: 'cal', externalId: 'bFJeNb2uX8ANpT3JL5EfXw', start } },
  getCallHours: { response: defaultCallHours },
  saveCallHours: { request: defaultCallHours, response: defaultCallHours },
  listUpcomingBookings: { response: [booking] },
  bookCallForLead: {
    request: { start, message: 'Good talking to you just now.' },
    response: booking,
  },
  confirmPerson: { response: { ...booking, leadStatus: 'discovery_call' } },
  updateBooking: {
    request: { status: 'canceled' },
    response: { ...booking, status: 'canceled' },
  },

  reportFunnelSteps: { request: { steps: ['visit', 'form_1'], source: 'google.com' } },
  getFunnel: {
    response: {
      days: [{ day: '2026-03-02', counts: { visit: 120, form_1: 9, enquiry: 3 } }],
      sources: [{ source: 'direct', counts: { visit: 80, enquiry: 2 } }],
    },
  },

  reportClientError: { request: clientErrorReport },
  listClientErrors: {
    response: [{ id, ...clientErrorReport, count: 3, firstAt: createdAt, lastAt: updatedAt }],
  },

  createUpload: {
    response: {
      uploadURL: `/api/objects/upload/${id}?expires=1772460909&signature=4f1c`,
      servingPath: `/objects/${id}`,
    },
  },
  uploadPicture: {
    body: Object.fromEntries(
      ['jpeg', 'png', 'webp', 'avif', 'gif'].map((format) => [`image/${format}`, pictureBody]),
    ),
    response: { servingPath: `/objects/${id}`, width: 1600, height: 1067, style: 'photo' },
  },

  getContentCounts: {
    response: {
      talents: { total: 24, available: 19 },
      caseStudies: { total: 3, featured: 1 },
      packages: { total: 3 },
    },
  },

  listSecurityEvents: {
    response: [{ id, kind: 'sign-in', detail: null, ...device, at: createdAt }],
  },
  listSessions: {
    response: [{ id, createdAt, lastSeenAt: updatedAt, ...device, current: true }],
  },
  endSession: { request: { password } },
  deleteSession: { request: { password } },
  endOtherSessions: { request: { password } },
  getSecondFactor: { response: { enabledAt: createdAt, recoveryCodesLeft: 9 } },
  beginSecondFactorSetup: {
    request: { password },
    response: {
      secret: 'JBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Crewbridge:admin?secret=JBSWY3DPEHPK3PXP&issuer=Crewbridge',
    },
  },
  confirmSecondFactor: { request: { code: proof.code }, response: recoveryCodes },
  renewRecoveryCodes: { request: proof, response: recoveryCodes },
  turnOffSecondFactor: { request: proof },
};
