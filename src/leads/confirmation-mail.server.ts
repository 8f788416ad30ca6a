import type { OnboardingPackage } from '../content/collections/packages/contract';
import type { Talent } from '../content/collections/talents/contract';
import type { CoverAnswer, Plan } from '../cover/contract';
import { countMinutes, describePlan, formatHours } from '../cover/plan-words';
import type { Environment } from '../foundation/environment/environment.server';
import type { MailDraft } from '../foundation/outbox/define-mail.server';
import type { MailBlock, MailPerson } from '../foundation/outbox/mail-content.server';
import { buildLeadBookingUrl } from '../lib/booking-link';
import { formatMoney } from '../lib/format-number';
import { formatDayAndTime, getZoneName } from '../lib/time/format-date';
import { answerPeriodMs, type Lead } from './contract';
import { parseInquiryPeople } from './inquiry/inquiry-message';
import { findPackage } from './inquiry/package-choice';
import { formatReceived } from './inquiry/plan-summary';

/** The offer of the site: its published packages and people, and who can work a plan. */
export interface SiteOffer {
  readPackages: () => Promise<readonly OnboardingPackage[]>;
  readTalents: () => Promise<readonly Talent[]>;
  matchPlan: (plan: Plan) => Promise<CoverAnswer>;
}

declare module '../foundation/outbox/delivery.server' {
  interface DeliveryServices {
    siteOffer: SiteOffer;
  }
}

/** People shown in a list; the rest are counted. */
const maxPeople = 6;

const toMailPerson = (talent: Talent, text: string): MailPerson => ({
  name: talent.name,
  text,
  role: talent.role,
  imageUrl: talent.imageUrl,
  focus: talent.imageFocus,
});

const createPeopleBlocks = (title: string, people: readonly MailPerson[]): MailBlock[] =>
  people.length === 0
    ? []
    : [
        {
          kind: 'people',
          title,
          people: people.slice(0, maxPeople),
          more: Math.max(0, people.length - maxPeople),
        },
      ];

/**
 * Lists who can work the hours of a plan. Of the plan itself only its number of hours is named: its
 * desks have names that somebody typed.
 */
export async function createPlanBlocks(
  plan: Plan | null,
  { readTalents, matchPlan }: Omit<SiteOffer, 'readPackages'>,
): Promise<MailBlock[]> {
  if (!plan) return [];
  const [talents, answer] = await Promise.all([readTalents(), matchPlan(plan)]);
  const spans = answer.desks.flatMap((desk) => desk.spans);
  const people = answer.people.flatMap(({ talentId }) => {
    const talent = talents.find(({ id }) => id === talentId);
    const minutes = countMinutes(spans.filter((span) => span.talentId === talentId));
    return talent && minutes > 0
      ? [toMailPerson(talent, `${talent.title}, ${formatHours(minutes)} a week`)]
      : [];
  });
  return [
    formatReceived(formatHours(describePlan(plan).minutes), answer),
    ...createPeopleBlocks('Who can work your hours', people),
  ];
}

/**
 * Lists the people that an inquiry names, as the site shows them today. Names that are not on the
 * site are left out: a stranger may have typed them.
 */
async function createShortlistBlocks(
  message: string | null,
  { readTalents }: Pick<SiteOffer, 'readTalents'>,
): Promise<MailBlock[]> {
  const named = parseInquiryPeople(message ?? '');
  if (named.length === 0) return [];
  const talents = await readTalents();
  const ids = new Set<string>();
  const people = named.flatMap(({ name, title }) => {
    const talent = talents.find((one) => one.name === name && one.title === title);
    if (!talent || ids.has(talent.id)) return [];
    ids.add(talent.id);
    return [toMailPerson(talent, talent.title)];
  });
  return createPeopleBlocks('People you picked', people);
}

/** Shows the package of an inquiry with its present price, if the site offers it. */
async function createPackageBlocks(
  { interestedPackage, interestedPackageId }: Lead,
  { readPackages }: Pick<SiteOffer, 'readPackages'>,
): Promise<MailBlock[]> {
  const chosen = findPackage(await readPackages(), interestedPackageId ?? interestedPackage);
  if (!chosen) return [];
  const price = chosen.price === null ? '' : `${formatMoney(chosen.price)} one-time\n`;
  return [
    {
      kind: 'facts',
      title: 'The package you asked about',
      rows: [{ label: chosen.name, text: price + chosen.description }],
    },
  ];
}

/** Shows the person who answers, if the owner has chosen a picture. */
function createAnswererBlocks({ owner, SITE_NAME }: Environment): MailBlock[] {
  const { contactPerson: name, contactPicture: imageUrl } = owner;
  if (name === null || imageUrl === null) return [];
  return createPeopleBlocks('Who answers', [{ name, text: SITE_NAME, imageUrl }]);
}

/**
 * Builds the email that confirms an inquiry: who answers and by when, a way to book, and what was
 * asked about, in the site's own words. Times are in the zone of the plan, otherwise in the site's.
 */
export async function createConfirmationMail(
  lead: Lead,
  environment: Environment,
  offer: SiteOffer,
): Promise<MailDraft['content']> {
  const { SITE_NAME, SITE_URL, SCHEDULING_URL, owner } = environment;
  const timeZone = lead.plan?.timeZone ?? owner.timeZone;
  const answerAt = new Date(Date.parse(lead.createdAt) + answerPeriodMs);
  // When the mail server was down for a day, the promise says no time that is over.
  const until =
    answerAt.getTime() > Date.now()
      ? `by ${formatDayAndTime(answerAt, timeZone)}, ${getZoneName(timeZone)}`
      : 'as soon as possible';
  const promise = owner.contactPerson
    ? `${owner.contactPerson} will read your inquiry and get in touch ${until}, to schedule your discovery call.`
    : `We'll be in touch ${until}, to schedule your discovery call.`;
  return {
    title: 'Thanks. We have your inquiry.',
    preheader: `${owner.contactPerson ?? 'We'} will be in touch ${until}.`,
    blocks: [
      `Thank you for your interest in ${SITE_NAME}. ${promise} If you would rather pick a time yourself, book your 30-minute call now.`,
      {
        kind: 'actions',
        links: [
          {
            label: 'Book a call',
            url: SCHEDULING_URL ?? SITE_URL + buildLeadBookingUrl(lead.id),
          },
        ],
      },
      ...createAnswererBlocks(environment),
      ...(await createPackageBlocks(lead, offer)),
      ...(await createPlanBlocks(lead.plan, offer)),
      ...(await createShortlistBlocks(lead.message, offer)),
    ],
  };
}
