import { createHash, randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Attribution, createTouch } from '../../features/analytics/attribution/touch';
import {
  getConsentedDeliveries,
  parseAttribution,
  parseLeadConsent,
} from '../../features/analytics/contract';
import { type LeadInput, leadInput, spamSignals } from '../../features/leads/contract';
import { buildInquiryMessage } from '../../features/leads/inquiry-message';
import { emptyInquiry, type InquiryPageState } from '../../features/leads/inquiry-page-state';
import type { TalentChoice } from '../../features/leads/inquiry-topic';
import { type LeadField, leadLabels } from '../../features/leads/lead-form-options';
import { toPackageFields } from '../../features/leads/package-choice';
import { idempotencyKey } from '../../features/leads/routes.server';
import { findSpamReason } from '../../features/leads/spam-signals.server';
import { maxShortlistEntries } from '../../features/talents/shortlist/shortlist';
import { talentStatuses } from '../../features/talents/talent-options';
import { definePlugin } from '../../foundation/settings/define-plugin.server';
import type { Api } from '../../http/api.server';
import { addFormParser } from '../../http/parameter-limit.server';
import { listSiteOrigins } from '../../http/site-origins.server';
import { AppError, collectFieldMessages } from '../../lib/errors';
import { z } from '../../lib/schema';
import '../send-page.server';
import { inquiryServerPage } from './inquiry.page.server';

const { path: pagePath } = inquiryServerPage.page;

/** A parameter or form field as one text; a repeated one counts by its first. */
const singleText = z.pipe(
  z.transform((value: unknown) => (Array.isArray(value) ? value[0] : value)),
  z.optional(z.string().check(z.maxLength(10_000))),
);

/**
 * Where the visitor came from, out of the query of this page and the address of the one before. Built from
 * the route's own path: the request's path and host may be anything, also what no URL can hold.
 */
function buildAttribution(request: FastifyRequest, siteUrl: string): string {
  const siteOrigin = listSiteOrigins(request, siteUrl).findLast((origin) => URL.canParse(origin));
  const pageUrl = new URL(pagePath, siteOrigin ?? siteUrl);
  pageUrl.search = request.url.split('?', 2)[1] ?? '';
  const touch = createTouch(pageUrl, request.headers.referer);
  return JSON.stringify({ first: touch, last: touch } satisfies Attribution);
}

const formQuery = z.object({ package: singleText, talent: singleText });

/** What was typed, as text. */
const serializeInput = ({ attribution: _, consent: __, ...content }: LeadInput): string =>
  JSON.stringify(content);

/**
 * The plain form can't renew its key when the visitor goes back and changes the text, so here the
 * content is part of the key: the same text twice is one lead, a changed text is a new one.
 */
const deriveIdempotencyKey = (formKey: string, input: LeadInput): string =>
  `${formKey}.${createHash('sha256').update(serializeInput(input)).digest('hex').slice(0, 32)}`;

const formBody = z.record(z.string().check(z.maxLength(100)), singleText);

/** What the page shows of a talent, out of a stored one. */
const talentChoice = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  role: z.string(),
  seniority: z.string(),
  yearsExperience: z.number(),
  status: z.enum(talentStatuses),
  imageUrl: z.nullable(z.string()),
  imageAlt: z.nullable(z.string()),
  imageFocus: z.string(),
  bio: z.nullable(z.string()),
  skills: z.array(z.string()),
  industry: z.array(z.string()),
  toolProficiency: z.array(z.string()),
  certifications: z.array(z.string()),
}) satisfies z.ZodMiniType<TalentChoice>;

const packageChoices = z.array(
  z.object({ id: z.string(), name: z.string(), price: z.nullable(z.number()) }),
);

const packageUnavailableMessage = 'This package is no longer offered. Please choose again.';
const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Whether what was selected is the id of a package that was deleted after the form was sent out. */
const isPackageUnavailable = ({
  interestedPackage,
  interestedPackageId,
}: ReturnType<typeof toPackageFields>) =>
  interestedPackageId === null && uuidPattern.test(interestedPackage ?? '');

/** The ids of a shortlist as the form posts them, in one field; null when it has none. */
const parseShortlistIds = (field: string | undefined): string[] | null =>
  field === undefined ? null : field.split(',').filter(Boolean).slice(0, maxShortlistEntries);

/** The fields of a lead as they were typed, without what else a form may carry. */
function pickLeadFields(body: Record<string, string | undefined>): InquiryPageState['values'] {
  const names = Object.keys(leadLabels) as LeadField[];
  return Object.fromEntries(names.map((name) => [name, body[name] ?? '']));
}

/**
 * The lead form as a plain page, for browsers without JavaScript: the same contract, the same
 * messages, the same store. The form types alone are read in this scope, so that no other route
 * takes what another site's plain form could send.
 */
export const inquiryPagePlugin = definePlugin(
  { name: 'inquiry-page', dependencies: ['route-access', 'pages', 'leads', 'content'] },
  async (app) => {
    const { leads, admitInquiry, collectionStores } = app;
    const { talents, packages } = collectionStores;

    const sendForm = (reply: FastifyReply, state: Partial<InquiryPageState>, status = 200) =>
      reply.sendPage(inquiryServerPage, {
        status,
        data: {
          enquiry: {
            ...emptyInquiry,
            idempotencyKey: randomUUID(),
            openedAt: Date.now(),
            ...state,
          } satisfies InquiryPageState,
        },
      });

    /** The talents with these ids, in this order, without those that are gone. */
    async function findTalents(ids: readonly string[]): Promise<TalentChoice[]> {
      return (await talents.findByIds(ids)).map((talent) => talentChoice.parse(talent));
    }

    async function findTalent(id: string | undefined): Promise<TalentChoice | null> {
      const [talent = null] = await findTalents(id === undefined ? [] : [id]);
      return talent;
    }

    const listPackages = async () => packageChoices.parse(await packages.list());

    await app.register(async (scope: Api) => {
      addFormParser(scope);

      scope.get(
        pagePath,
        { config: { access: 'public' }, schema: { hide: true, querystring: formQuery } },
        async (request, reply) => {
          const { query } = request;
          return sendForm(reply, {
            values: query.package ? { interestedPackage: query.package } : {},
            talent: await findTalent(query.talent),
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
        async (request, reply) => {
          const { body } = request;
          const key = idempotencyKey.safeParse(body.idempotencyKey);
          const talent = await findTalent(body.talent);
          const shortlist = parseShortlistIds(body.shortlist);
          const subjects = { talent, shortlist: await findTalents(shortlist ?? []) };
          const selected = toPackageFields(await listPackages(), body.interestedPackage?.trim());
          const parsed = leadInput.safeParse({
            ...body,
            ...selected,
            message: buildInquiryMessage(subjects, body.message),
            // What is not ours is left out: it must not hold up an enquiry.
            attribution: parseAttribution(body.attribution),
            consent: parseLeadConsent(body.consent),
          });
          const openedAt = /^\d{13}$/.test(body.openedAt ?? '') ? Number(body.openedAt) : undefined;
          const formState = {
            values: pickLeadFields(body),
            talent,
            shortlist,
            attribution: body.attribution ?? '',
            ...(key.success && { idempotencyKey: key.data }),
            ...(openedAt !== undefined && { openedAt }),
          };
          const errors = {
            ...collectFieldMessages(parsed.error?.issues ?? []),
            ...(isPackageUnavailable(selected) && { interestedPackage: packageUnavailableMessage }),
          };
          if (!parsed.success || isPackageUnavailable(selected)) {
            return sendForm(reply, { ...formState, errors }, 400);
          }
          const signals = spamSignals.safeParse({
            website: body.website,
            ...(openedAt !== undefined && { tookMs: Date.now() - openedAt }),
          });
          let isMany: boolean;
          try {
            ({ isFrequentSender: isMany } = await admitInquiry(request.ip));
          } catch (error) {
            if (!(error instanceof AppError)) throw error;
            // As a page, and with all that was typed: JSON is no answer to a person.
            if (error.retryAfterSeconds !== undefined)
              reply.header('Retry-After', error.retryAfterSeconds);
            return sendForm(reply, { ...formState, formError: error.message }, error.status);
          }
          const spamReason = findSpamReason(signals.data ?? {}, parsed.data, isMany);
          const leadId = await leads.create(
            parsed.data,
            key.success ? deriveIdempotencyKey(key.data, parsed.data) : undefined,
            spamReason,
          );
          const { companyName, numberOfLocations, consent } = parsed.data;
          const createdLead = {
            leadId,
            packageId: selected.interestedPackageId,
            packageName: selected.interestedPackage,
            companyName,
            numberOfLocations,
            isReportedByServer: getConsentedDeliveries(consent).analytics,
          };
          // Answered here and not by a redirect: the lead's id stays out of the address, and a reload
          // sends the same key again.
          return sendForm(reply, { sent: createdLead, shortlist }, 201);
        },
      );
    });
  },
);
