import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Attribution, createTouch } from '../../analytics/attribution/touch';
import {
  getConsentedDeliveries,
  parseAttribution,
  parseLeadConsent,
} from '../../analytics/contract';
import { toPublicTalent } from '../../content/collections/talents/contract';
import { maxShortlistEntries } from '../../content/collections/talents/shortlist/shortlist';
import type { Plan } from '../../cover/contract';
import { encodePlan } from '../../cover/encode-plan';
import { decodePlan } from '../../cover/plan-code';
import { createUnavailableError, isStorageError } from '../../db/storage-error.server';
import { listSiteOrigins } from '../../foundation/auth/require-same-origin.server';
import { definePlugin } from '../../foundation/environment/define-plugin.server';
import type { Api } from '../../http/api.server';
import { idempotencyKey } from '../../http/repeatable-request.server';
import { addFormParser } from '../../http/request-limits.server';
import { type LeadInput, leadInput, type SpamSignals, spamSignals } from '../../leads/contract';
import { buildInquiryMessage, type InquiryPeople } from '../../leads/inquiry/inquiry-message';
import { emptyInquiry, type InquiryPageState } from '../../leads/inquiry/inquiry-page-state';
import type { TalentChoice } from '../../leads/inquiry/inquiry-topic';
import { leadLabels } from '../../leads/inquiry/lead-form-options';
import { toPackageFields } from '../../leads/inquiry/package-choice';
import { summarizePlan } from '../../leads/inquiry/plan-summary';
import { AppError, collectFieldMessages } from '../../lib/errors';
import { z } from '../../lib/schema';
import { inquiryServerPage } from '../pages.server';

const { path: pagePath } = inquiryServerPage.page;

/** Parses a query parameter or form field as text. If it is repeated, the first value counts. */
const singleText = z.pipe(
  z.transform((value: unknown) => (Array.isArray(value) ? value[0] : value)),
  z.optional(z.string().check(z.maxLength(10_000))),
);

/**
 * Builds the attribution from the query of this page and the referrer. Based on the route's own
 * path, because the request's path and host are untrusted and may contain what no URL can contain.
 */
function buildAttribution(request: FastifyRequest, siteUrl: string): string {
  const siteOrigin = listSiteOrigins(request, siteUrl).findLast((origin) => URL.canParse(origin));
  const pageUrl = new URL(pagePath, siteOrigin ?? siteUrl);
  pageUrl.search = request.url.split('?', 2)[1] ?? '';
  const touch = createTouch(pageUrl, request.headers.referer);
  return JSON.stringify({ first: touch, last: touch } satisfies Attribution);
}

/** The code of a plan. Anything else is dropped: it must not block an inquiry. */
const planCode = z.catch(singleText, undefined);

const formQuery = z.object({ package: singleText, talent: singleText, plan: planCode });

/**
 * Derives the idempotency key of a plain form, which can't renew its key when the visitor goes back
 * and changes the text. The content is part of the key, so the same text twice is one lead, and a
 * changed text is a new one.
 * @param formKey the UTC day on which the form was opened. Not a random key: a visitor whose response
 *   was lost goes back, and the browser restores the text, but loads the form with its key again.
 */
function deriveIdempotencyKey(formKey: string, input: LeadInput): string {
  const { attribution, consent, plan, ...content } = input;
  const text = JSON.stringify(plan ? { ...content, plan } : content);
  return `${formKey}.${hash('sha256', text).slice(0, 32)}`;
}

const formBody = z.catchall(z.object({ plan: planCode }), singleText);

type FormBody = z.output<typeof formBody>;

const packageUnavailableMessage = 'This package is no longer offered. Please choose again.';
const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Returns whether the selected package was deleted after the form was rendered. */
const isPackageUnavailable = ({
  interestedPackage,
  interestedPackageId,
}: ReturnType<typeof toPackageFields>) =>
  interestedPackageId === null && uuidPattern.test(interestedPackage ?? '');

/** Reads a plan; null for a wrong code, for example because the address was cut. */
const readPlan = (code: string | undefined): Plan | null =>
  leadInput.shape.plan.safeParse(decodePlan(code ?? '')).data ?? null;

/** Summarizes a plan for the page; null without one. */
const summarize = (plan: Plan | null): InquiryPageState['plan'] =>
  plan ? summarizePlan({ plan, code: encodePlan(plan) }) : null;

/** Parses the shortlist's ids, which the form posts in one field; null without that field. */
const parseShortlistIds = (field: string | undefined): string[] | null =>
  field === undefined ? null : field.split(',').filter(Boolean).slice(0, maxShortlistEntries);

const pickLeadFields = (body: Record<string, string | undefined>): InquiryPageState['values'] =>
  Object.fromEntries(Object.keys(leadLabels).map((name) => [name, body[name] ?? '']));

/**
 * Finds the talents with these ids, in this order, without those that no longer exist. In memory,
 * where they also are while the database is away.
 */
async function findTalents(app: FastifyInstance, ids: readonly string[]): Promise<TalentChoice[]> {
  const talents = ids.length > 0 ? await app.collectionSnapshots.talents.read() : [];
  return ids.flatMap((id) => talents.find((talent) => talent.id === id) ?? []).map(toPublicTalent);
}

async function findTalent(
  app: FastifyInstance,
  id: string | undefined,
): Promise<TalentChoice | null> {
  const [talent = null] = await findTalents(app, id === undefined ? [] : [id]);
  return talent;
}

function sendForm(reply: FastifyReply, state: Partial<InquiryPageState>, status = 200) {
  const now = new Date();
  return reply.sendPage(inquiryServerPage, {
    status,
    data: {
      inquiry: {
        ...emptyInquiry,
        idempotencyKey: now.toISOString().slice(0, 10),
        openedAt: now.getTime(),
        ...state,
      } satisfies InquiryPageState,
    },
  });
}

/**
 * Reads the state that shows a posted form again as it was typed. Without the database: an outage must
 * not lose it.
 */
function readFormState(body: FormBody) {
  const key = idempotencyKey.safeParse(body.idempotencyKey).data;
  return {
    values: pickLeadFields(body),
    plan: summarize(readPlan(body.plan)),
    shortlist: parseShortlistIds(body.shortlist),
    attribution: body.attribution ?? '',
    ...(key !== undefined && { idempotencyKey: key }),
    ...(/^\d{13}$/.test(body.openedAt ?? '') && { openedAt: Number(body.openedAt) }),
  };
}

/** Parses a posted form. @returns the lead, unless there are `errors` */
async function parseForm(app: FastifyInstance, body: FormBody, people: InquiryPeople) {
  const packages = await app.collectionSnapshots.packages.read();
  const packageFields = toPackageFields(packages, body.interestedPackage?.trim());
  const { data: input, error } = leadInput.safeParse({
    ...body,
    ...packageFields,
    message: buildInquiryMessage(people, body.message),
    plan: readPlan(body.plan),
    // Malformed values are dropped: they must not block an inquiry.
    attribution: parseAttribution(body.attribution),
    consent: parseLeadConsent(body.consent),
  });
  const errors = {
    ...collectFieldMessages(error?.issues ?? []),
    ...(isPackageUnavailable(packageFields) && { interestedPackage: packageUnavailableMessage }),
  };
  return { input: Object.keys(errors).length === 0 ? input : undefined, errors };
}

/** Reads what tells people from spam bots. */
const readSpamSignals = ({ website }: FormBody, openedAt: number | undefined): SpamSignals =>
  spamSignals.safeParse({
    website,
    ...(openedAt !== undefined && { tookMs: Date.now() - openedAt }),
  }).data ?? {};

const toSentInquiry = (leadId: string, input: LeadInput): InquiryPageState['sent'] => ({
  leadId,
  packageId: input.interestedPackageId,
  packageName: input.interestedPackage,
  companyName: input.companyName,
  numberOfLocations: input.numberOfLocations,
  isReportedByServer: getConsentedDeliveries(input.consent).analytics,
});

/** Stores the lead of a form. Sends the thank-you message, or the form with its errors. */
async function submitForm(
  app: FastifyInstance,
  { body, ip }: { body: FormBody; ip: string },
  reply: FastifyReply,
) {
  const formState = readFormState(body);
  const { idempotencyKey: formKey, openedAt, plan, shortlist } = formState;
  let talent: TalentChoice | null = null;
  try {
    talent = await findTalent(app, body.talent);
    const people = { talent, shortlist: await findTalents(app, shortlist ?? []) };
    const { input, errors } = await parseForm(app, body, people);
    if (!input) return sendForm(reply, { ...formState, talent, errors }, 400);
    const key = formKey && deriveIdempotencyKey(formKey, input);
    const signals = readSpamSignals(body, openedAt);
    const leadId = await app.submitInquiry({ input, key, signals, ip });
    // The thank-you message is sent here and not after a redirect: the lead's id stays out of the
    // URL, and a reload sends the same key again.
    return sendForm(reply, { sent: toSentInquiry(leadId, input), plan, shortlist }, 201);
  } catch (error) {
    const failure = isStorageError(error) ? createUnavailableError() : error;
    if (!(failure instanceof AppError)) throw error;
    if (failure !== error)
      app.outages.createReporter('request failed', { route: '/enquiry' })(error);
    // Sent as a page with everything that was typed, because a person reads it.
    const { message, status, retryAfterSeconds } = failure;
    if (retryAfterSeconds !== undefined) reply.header('Retry-After', retryAfterSeconds);
    return sendForm(reply, { ...formState, talent, formError: message }, status);
  }
}

/**
 * Serves the lead form as a plain page for browsers without JavaScript, with the same contract,
 * messages and store. Form bodies are parsed in this scope only, so that no other route accepts
 * what a plain form on another site could send.
 */
export const inquiryPagePlugin = definePlugin(
  { name: 'inquiry-page', dependencies: ['route-access', 'pages', 'leads', 'collections'] },
  async (app) => {
    await app.register(async (scope: Api) => {
      addFormParser(scope);

      scope.get(
        pagePath,
        { config: { access: 'public' }, schema: { hide: true, querystring: formQuery } },
        async (request, reply) => {
          const { query } = request;
          const plan = readPlan(query.plan);
          return sendForm(reply, {
            values: {
              ...(query.package && { interestedPackage: query.package }),
              ...(plan?.industry && { industry: plan.industry }),
              ...(plan?.locations && { numberOfLocations: String(plan.locations) }),
            },
            plan: summarize(plan),
            talent: await findTalent(app, query.talent),
            attribution: buildAttribution(request, app.site.url),
          });
        },
      );

      scope.post(
        pagePath,
        {
          config: { access: 'public' },
          schema: { hide: true, querystring: formQuery, body: formBody },
        },
        (request, reply) => submitForm(app, request, reply),
      );
    });
  },
);
