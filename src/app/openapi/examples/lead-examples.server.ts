import type { OperationExamples } from '../complete-openapi-document.server';
import {
  createdAt,
  exampleLead,
  historyEntry,
  id,
  otherId,
  updatedAt,
} from './example-values.server';
import { exampleBooking } from './scheduling-examples.server';

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

const { companyName, contactName, email, phone } = leadInput;
const leadPerson = { leadId: id, companyName, contactName, email, phone };

const listedLead = { ...lead, value: 1000, nextCallAt: '2026-03-04T15:00:00.000Z' };

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

const projectManagerInput = { name: 'Rosa Puente', email: 'rosa@puentestaffing.example' };
const projectManager = { id: otherId, ...projectManagerInput };

/** Examples of the operations on leads, their tasks and deliveries, and project managers. */
export const leadExamples: Record<string, OperationExamples> = {
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
      unrelated: [],
      relatedLeads: [
        {
          id: otherId,
          companyName,
          contactName,
          email,
          phone,
          interestedPackage: leadInput.interestedPackage,
          status: 'new',
          createdAt,
        },
      ],
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
  markLeadsAsUnrelated: { request: { otherId } },
  addLeadNote: { request: { text: note.text }, response: note },
  addLeadTask: { request: { title: task.title, dueAt: task.dueAt }, response: task },
  updateTask: { request: { doneAt: updatedAt }, response: { ...task, doneAt: updatedAt } },
  listTasks: {
    response: [{ ...task, companyName, contactName }],
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
      callsToday: [exampleBooking],
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
          summary: null,
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
      added: 0,
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
      email,
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
    request: { email },
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
  listLeadImports: {
    response: [
      {
        id: otherId,
        fileName: 'leads-2025.csv',
        createdAt,
        by: 'admin',
        leadCount: 108,
        addedCount: 9,
        undoUntil: '2026-03-03T14:05:09.000Z',
        undoneAt: null,
      },
    ],
  },
  undoLeadImport: { response: { removed: 106, separated: 9, keptIds: [otherId] } },
  listProjectManagers: { response: [projectManager] },
  addProjectManager: { request: projectManagerInput, response: projectManager },
  updateProjectManager: { request: projectManagerInput, response: projectManager },
  listLeadDeliveries: { response: [delivery] },
  listLeadHistory: {
    response: [
      {
        ...historyEntry,
        subject: 'lead',
        before: { status: 'new' },
        after: { status: 'contacted' },
      },
    ],
  },
};
