import type { Plan } from '../cover/contract';
import { describePlan, formatHours } from '../cover/plan-words';
import type { Environment } from '../foundation/environment/environment.server';
import type { MailDraft } from '../foundation/outbox/define-mail.server';
import type { MailBlock } from '../foundation/outbox/mail-content.server';
import { formatCount } from '../lib/format-number';
import { buildPhoneUrl } from '../lib/phone-url';
import { DAY } from '../lib/time/durations';
import { formatDayAndTime } from '../lib/time/format-date';
import { formatZone } from '../lib/time/time-zone';
import type { Lead } from './contract';
import { buildPlanPath } from './lead-plan';
import { buildLeadUrl } from './webhook-message.server';

const spamNote =
  'This looks like spam, so no confirmation was sent to the contact. If it is a real inquiry, open the lead and choose “Not spam”.';

/** Returns the buttons that open a lead and call its phone number. */
export const createLeadActions = (
  environment: Environment,
  { id, phone }: Pick<Lead, 'id' | 'phone'>,
): MailBlock => {
  const phoneUrl = buildPhoneUrl(phone);
  return {
    kind: 'actions',
    links: [
      { label: 'Open the lead', url: buildLeadUrl(environment, id) },
      ...(phoneUrl ? [{ label: `Call ${phone}`, url: phoneUrl }] : []),
    ],
  };
};

/** Returns the rows of a lead that have a value. */
function createLeadFacts(lead: Lead): Extract<MailBlock, { kind: 'facts' }>['rows'] {
  const { phone, email, interestedPackage, industry, source } = lead;
  return [
    ...(interestedPackage ? [{ label: 'Package', text: interestedPackage }] : []),
    ...(phone ? [{ label: 'Phone', text: phone, url: buildPhoneUrl(phone) }] : []),
    { label: 'Email', text: email, url: `mailto:${email}` },
    ...(industry ? [{ label: 'Industry', text: industry }] : []),
    ...(lead.numberOfLocations === null
      ? []
      : [{ label: 'Locations', text: String(lead.numberOfLocations) }]),
    ...(source ? [{ label: 'Source', text: source }] : []),
  ];
}

/** Returns the hours of a plan, by desk. */
export function createPlanFacts({ SITE_URL }: Environment, plan: Plan | null): MailBlock[] {
  if (!plan) return [];
  const { minutes, desks } = describePlan(plan);
  return [
    {
      kind: 'facts',
      title: `The plan: ${formatHours(minutes)} a week that nobody covers`,
      rows: [
        ...desks.map(({ name, hours }) => ({ label: name, text: hours.replaceAll('; ', '\n') })),
        { label: 'Time zone', text: formatZone(plan.timeZone) },
        { label: 'The week', text: 'Open the plan', url: SITE_URL + buildPlanPath(plan) },
      ],
    },
  ];
}

/** Builds the email that reports an inquiry to the owner, with times in the owner's zone. */
export function createInquiryMail(environment: Environment, lead: Lead): MailDraft['content'] {
  const { timeZone } = environment.owner;
  const received = new Date(lead.createdAt);
  const answerBy = formatDayAndTime(new Date(received.getTime() + DAY), timeZone);
  const until = `Answer before ${answerBy}`;
  const locations =
    lead.numberOfLocations === null ? null : formatCount(lead.numberOfLocations, 'location');
  const person = [lead.contactName, lead.industry, locations].filter((part) => part !== null);
  const opening: MailBlock = lead.suspect
    ? spamNote
    : { kind: 'until', text: until, note: 'Your site promises an answer within 24 hours.' };
  return {
    title: `${lead.companyName} wrote to you`,
    preheader: [
      lead.suspect ? 'Suspected spam' : until,
      lead.contactName,
      lead.phone ?? lead.email,
    ].join('. '),
    blocks: [
      person.join(', '),
      opening,
      ...(lead.message ? [{ kind: 'quote' as const, text: lead.message }] : []),
      ...createPlanFacts(environment, lead.plan),
      // Nobody should answer spam by mistake.
      createLeadActions(environment, lead.suspect ? { ...lead, phone: null } : lead),
      {
        kind: 'facts',
        title: 'The inquiry',
        rows: [
          ...createLeadFacts(lead),
          { label: 'Received', text: formatDayAndTime(received, timeZone) },
        ],
      },
      ...(lead.suspect ? [] : [`Reply to this email to write to ${lead.contactName}.`]),
    ],
  };
}
