import { createHash, randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CollectionStore } from '../collections/collection-store.server';
import { talentStatuses } from '../collections/talents/talent-options';
import type { TalentChoice } from '../features/leads/enquiry-about';
import type { EnquiryLimit } from '../features/leads/enquiry-limit.server';
import { enquiryMessage } from '../features/leads/enquiry-message';
import { type EnquiryState, emptyEnquiry } from '../features/leads/enquiry-state';
import { formSigns, type LeadInput, leadInput } from '../features/leads/lead';
import { type LeadField, leadLabels } from '../features/leads/lead-options';
import { idempotencyKey } from '../features/leads/lead-routes.server';
import type { LeadStore } from '../features/leads/lead-store.server';
import { selectedPackage } from '../features/leads/package-choice';
import { suspicionOf } from '../features/leads/suspicion.server';
import { shortlistLimit } from '../features/shortlist/shortlist';
import {
  agreedDeliveries,
  parseAttribution,
  parseLeadConsent,
} from '../features/tracking/attribution';
import { type Attribution, touchOf } from '../features/tracking/touch';
import type { Api } from '../lib/api.server';
import { AppError, fieldMessages } from '../lib/errors';
import { listOwnOrigins } from '../lib/own-origins.server';
import { acceptForms } from '../lib/parameter-limit.server';
import { z } from '../lib/schema';
import type { SendPage } from './page-routes.server';
import { findPage } from './pages';

interface Parts {
  sendPage: SendPage;
  leads: LeadStore;
  talents: CollectionStore;
  packages: CollectionStore;
  admit: EnquiryLimit;
}

const path = '/enquiry';

/** A parameter or form field as one text; a repeated one counts by its first. */
const oneText = z.pipe(
  z.transform((value: unknown) => (Array.isArray(value) ? value[0] : value)),
  z.optional(z.string().check(z.maxLength(10_000))),
);

/**
 * Where the visitor came from, out of the query of this page and the address of the one before. Built from
 * the route's own path: the request's path and host may be anything, also what no URL can hold.
 */
function arrivalAt(request: FastifyRequest, siteUrl: string): string {
  const own = listOwnOrigins(request, siteUrl).findLast((origin) => URL.canParse(origin));
  const address = new URL(path, own ?? siteUrl);
  address.search = request.url.split('?', 2)[1] ?? '';
  const touch = touchOf(address, request.headers.referer);
  return JSON.stringify({ first: touch, last: touch } satisfies Attribution);
}

const openQuery = z.object({ package: oneText, talent: oneText });

/** What was typed, as text. */
const typedText = ({ attribution: _, consent: __, ...typed }: LeadInput): string =>
  JSON.stringify(typed);

/**
 * The plain form can't renew its key when the visitor goes back and changes the text, so here the
 * content is part of the key: the same text twice is one lead, a changed text is a new one.
 */
const keyFor = (formKey: string, input: LeadInput): string =>
  `${formKey}.${createHash('sha256').update(typedText(input)).digest('hex').slice(0, 32)}`;

const formBody = z.record(z.string().check(z.maxLength(100)), oneText);

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

const packageGone = 'This package is no longer offered. Please choose again.';
const packageId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Whether what was selected is the id of a package that was deleted after the form was sent out. */
const isGone = ({ interestedPackage, interestedPackageId }: ReturnType<typeof selectedPackage>) =>
  interestedPackageId === null && packageId.test(interestedPackage ?? '');

/** The ids of a shortlist as the form posts them, in one field; null when it has none. */
const shortlistIds = (field: string | undefined): string[] | null =>
  field === undefined ? null : field.split(',').filter(Boolean).slice(0, shortlistLimit);

/** The fields of a lead as they were typed, without what else a form may carry. */
function typedValues(body: Record<string, string | undefined>): EnquiryState['values'] {
  const names = Object.keys(leadLabels) as LeadField[];
  return Object.fromEntries(names.map((name) => [name, body[name] ?? '']));
}

/**
 * The lead form as a plain page, for browsers without JavaScript: the same contract, the same
 * messages, the same store. The form types alone are read in this scope, so that no other route
 * takes what another site's plain form could send.
 */
export async function enquiryRoutes(api: Api, parts: Parts): Promise<void> {
  const { sendPage, leads, talents, packages, admit } = parts;
  const page = findPage(path);

  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    state: Partial<EnquiryState>,
    status = 200,
  ) =>
    sendPage(page, request, reply, {
      status,
      fill: (reads) =>
        reads.put('enquiry', {
          ...emptyEnquiry,
          idempotencyKey: randomUUID(),
          openedAt: Date.now(),
          ...state,
        } satisfies EnquiryState),
    });

  /** The talents with these ids, in this order, without those that are gone. */
  async function talentsNamed(ids: readonly string[]): Promise<TalentChoice[]> {
    return (await talents.named(ids)).map((talent) => talentChoice.parse(talent));
  }

  async function talentNamed(id: string | undefined): Promise<TalentChoice | null> {
    const [talent = null] = await talentsNamed(id === undefined ? [] : [id]);
    return talent;
  }

  const listPackages = async () => packageChoices.parse(await packages.list());

  await api.register(async (scope: Api) => {
    acceptForms(scope);

    scope.get(
      path,
      { config: { access: 'public' }, schema: { hide: true, querystring: openQuery } },
      async (request, reply) => {
        const { query } = request;
        return send(request, reply, {
          values: query.package ? { interestedPackage: query.package } : {},
          talent: await talentNamed(query.talent),
          attribution: arrivalAt(request, sendPage.site.url),
        });
      },
    );

    scope.post(
      path,
      {
        config: { access: 'public' },
        schema: { hide: true, querystring: openQuery, body: formBody },
      },
      async (request, reply) => {
        const { body } = request;
        const key = idempotencyKey.safeParse(body.idempotencyKey);
        const talent = await talentNamed(body.talent);
        const shortlist = shortlistIds(body.shortlist);
        const people = { talent, shortlist: await talentsNamed(shortlist ?? []) };
        const selected = selectedPackage(await listPackages(), body.interestedPackage?.trim());
        const parsed = leadInput.safeParse({
          ...body,
          ...selected,
          message: enquiryMessage(people, body.message),
          // What is not ours is left out: it must not hold up an enquiry.
          attribution: parseAttribution(body.attribution),
          consent: parseLeadConsent(body.consent),
        });
        const openedAt = /^\d{13}$/.test(body.openedAt ?? '') ? Number(body.openedAt) : undefined;
        const form = {
          values: typedValues(body),
          talent,
          shortlist,
          attribution: body.attribution ?? '',
          ...(key.success && { idempotencyKey: key.data }),
          ...(openedAt !== undefined && { openedAt }),
        };
        const errors = {
          ...fieldMessages(parsed.error?.issues ?? []),
          ...(isGone(selected) && { interestedPackage: packageGone }),
        };
        if (!parsed.success || isGone(selected)) {
          return send(request, reply, { ...form, errors }, 400);
        }
        const signs = formSigns.safeParse({
          website: body.website,
          ...(openedAt !== undefined && { tookMs: Date.now() - openedAt }),
        });
        let isMany: boolean;
        try {
          ({ isMany } = await admit(request.ip));
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          // As a page, and with all that was typed: JSON is no answer to a person.
          if (error.retryAfter !== undefined) reply.header('Retry-After', error.retryAfter);
          return send(request, reply, { ...form, refusal: error.message }, error.status);
        }
        const suspect = suspicionOf(signs.data ?? {}, parsed.data, isMany);
        const leadId = await leads.create(
          parsed.data,
          key.success ? keyFor(key.data, parsed.data) : undefined,
          suspect,
        );
        const { companyName, numberOfLocations, consent } = parsed.data;
        const sent = {
          leadId,
          packageId: selected.interestedPackageId,
          packageName: selected.interestedPackage,
          companyName,
          numberOfLocations,
          serverTellsAnalytics: agreedDeliveries(consent).analytics,
        };
        // Answered here and not by a redirect: the lead's id stays out of the address, and a reload
        // sends the same key again.
        return send(request, reply, { sent, shortlist }, 201);
      },
    );
  });
}
