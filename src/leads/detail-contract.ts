import {
  optionalProse,
  requiredProse,
  requiredText,
  timestamp,
  wholeNumber,
  z,
} from '../lib/schema';
import { lead, listedLead } from './contract';

/** One delivery (email or conversion) of a lead. */
export const leadDelivery = z.object({
  id: z.string(),
  leadId: z.nullable(z.string()),
  kind: z.string(),
  /** The call that it is about. */
  callId: z.nullable(z.string()),
  /** The name of its kind; for one that goes to a webhook, what the webhook receives. */
  label: z.string(),
  status: z.enum(['pending', 'sent', 'failed', 'off']),
  attempts: z.number(),
  lastError: z.nullable(z.string()),
  createdAt: z.string(),
  sentAt: z.nullable(z.string()),
  /** The next attempt of a pending delivery. */
  dueAt: z.nullable(z.string()),
  /** The webhook that it goes to; null for other deliveries. */
  target: z.nullable(z.string()),
  /** Its name; null when it was deleted. */
  targetName: z.nullable(z.string()),
  /** The receiver's response. */
  answer: z.nullable(z.string()),
});

export type LeadDelivery = z.output<typeof leadDelivery>;

export const noteInput = z.object({ text: requiredProse(5000) });

/** A note of the owner about a lead. */
export const leadNote = z.object({
  id: z.string(),
  leadId: z.string(),
  text: z.string(),
  createdAt: z.string(),
  by: z.nullable(z.string()),
});

const taskFields = {
  title: requiredText(200),
  dueAt: z.nullable(timestamp()),
};

export const taskInput = z.object({ ...taskFields, dueAt: z._default(taskFields.dueAt, null) });

const changedTask = z.partial(z.object({ ...taskFields, doneAt: z.nullable(timestamp()) }));

export const taskPatch = z.object({
  ...changedTask.shape,
  /** The values that the change is based on: a task with others is not changed. */
  was: z.optional(changedTask),
});

export type TaskPatch = z.output<typeof taskPatch>;

/** A task of the owner about a lead: the open one that is due first is its next step. */
export const leadTask = z.object({
  id: z.string(),
  leadId: z.string(),
  title: z.string(),
  dueAt: z.nullable(z.string()),
  doneAt: z.nullable(z.string()),
  createdAt: z.string(),
  by: z.nullable(z.string()),
});

export type LeadTask = z.output<typeof leadTask>;

/** A task in the history of its lead, as `nextStep`. */
export const historyStep = z.object({ text: z.string(), dueAt: leadTask.shape.dueAt });

/** A task with its lead, in a list of all tasks. */
export const listedTask = z.object({
  ...leadTask.shape,
  companyName: z.string(),
  contactName: z.string(),
});

export const contactChannels = ['phone', 'mail', 'text'] as const;

export type ContactChannel = (typeof contactChannels)[number];

const isNotLaterThanNow = (at: string): boolean => Date.parse(at) <= Date.now();

/** A contact with a lead. */
export const contactInput = z.object({
  channel: z.enum(contactChannels),
  note: z._default(optionalProse(5000), null),
  /** When it took place; null for now. */
  at: z._default(
    z.nullable(
      timestamp().check(z.refine(isNotLaterThanNow, 'Enter a time that is not in the future')),
    ),
    null,
  ),
  /** How long it took. */
  minutes: z._default(
    z.nullable(wholeNumber(1, 'Enter 1 or more').check(z.maximum(1_440, 'Enter at most 1,440'))),
    null,
  ),
});

export type ContactInput = z.output<typeof contactInput>;

/** A mail that the site sends to a lead. */
export const mailInput = z.object({
  subject: requiredText(200, 'Please enter a subject'),
  body: requiredProse(5000, 'Please enter a text'),
});

export type MailInput = z.output<typeof mailInput>;

/** Joins a mail to the note of a contact. */
export const joinMail = ({ subject, body }: MailInput): string => `${subject}\n\n${body}`;

/** Splits the note of a contact into the mail that `joinMail` joined. */
export function splitMail(note: string): MailInput {
  const [subject = '', ...lines] = note.split('\n');
  return { subject, body: lines.join('\n').trimStart() };
}

/** Kinds of timeline entries. `edited`: the admin corrected the lead's fields. */
const timelineKinds = [
  'inquiry',
  'added',
  'status',
  'next-step',
  'assigned',
  'spam',
  'plan',
  'edited',
  'merged',
  'unmerged',
  'unrelated',
  'related',
  'imported',
  'deleted',
  'restored',
  'note',
  'task',
  'task-done',
  'contact',
  'delivery',
  'payment',
  'call',
  'proposal',
] as const;

/**
 * An entry of a lead's timeline. `before` and `after` have the changed fields, or the note, task,
 * contact, delivery, payment, call or proposal itself in `after`.
 */
export const timelineEntry = z.object({
  id: z.string(),
  kind: z.enum(timelineKinds),
  at: z.string(),
  /** The user's name; null for the visitor and for automatic changes. */
  by: z.nullable(z.string()),
  /** The inquiry that it belongs to: the lead, or one that was merged into it. */
  leadId: z.string(),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
});

export type TimelineEntry = z.output<typeof timelineEntry>;

/** Another lead with the same mailbox or phone number. */
const relatedLead = z.pick(lead, {
  id: true,
  companyName: true,
  contactName: true,
  email: true,
  phone: true,
  interestedPackage: true,
  status: true,
  createdAt: true,
});

export type RelatedLead = z.output<typeof relatedLead>;

/** A lead with everything about it, apart from what the hooks add. */
export const leadDetail = z.object({
  ...listedLead.shape,
  /** Newest first; the oldest are left out of a very long one. */
  timeline: z.array(timelineEntry),
  notes: z.array(leadNote),
  tasks: z.array(leadTask),
  deliveries: z.array(leadDelivery),
  /** IDs of other leads with the same mailbox or phone number, newest first. */
  related: z.array(z.string()),
  /** IDs of those that the owner has marked as other people. */
  unrelated: z.array(z.string()),
  /** The leads of `related` and `unrelated`. */
  relatedLeads: z.array(relatedLead),
  /** The inquiries that were merged into this lead. */
  merged: z.array(z.object({ ...lead.shape, mergedAt: z.string() })),
});

export type LeadDetail = z.output<typeof leadDetail>;
