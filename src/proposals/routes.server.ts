import { type Api, describeRoutes, idParams, noContent } from '../http/api.server';
import { createVersionMatcher, sendItem, versionHeaders } from '../http/item-version.server';
import { repeatableDescription, repeatableHeaders } from '../http/repeatable-request.server';
import { requireLead } from '../leads/store.server';
import type { ErrorCode } from '../lib/errors';
import { z } from '../lib/schema';
import type { ProposalContext } from './content.server';
import {
  acceptInput,
  adminProposal,
  openProposal,
  proposalInput,
  proposalSending,
  proposalToken,
  publicProposal,
  questionInput,
} from './contract';
import { listLeadProposals, listOpenProposals, readAdminProposal } from './list.server';
import {
  changeProposal,
  createProposal,
  deleteProposal,
  sendProposal,
  withdrawProposal,
} from './store.server';

const describeRoute = describeRoutes('proposals');

const versionDescription =
  'With `If-Match`, only the version that it names is changed: the proposal’s `updatedAt`, in quotes.';

/** Registers the admin's routes that read proposals. */
export function registerProposalReadRoutes(api: Api, { db, environment }: ProposalContext): void {
  api.get(
    '/api/proposals',
    describeRoute('admin', {
      operationId: 'listOpenProposals',
      summary: 'Proposals that wait for an answer, of the visitor or of the owner',
      description:
        'Those that can be accepted, that have run out in the last two weeks, or that have a question nobody has answered; the first to end first, at most 100.',
      response: { 200: z.array(openProposal) },
    }),
    () => listOpenProposals(db, environment),
  );
  api.get(
    '/api/leads/:id/proposals',
    describeRoute('admin', {
      operationId: 'listLeadProposals',
      summary: "A lead's proposals, newest first",
      params: idParams,
      response: { 200: z.array(adminProposal) },
    }),
    async ({ params }) => {
      await requireLead(db, params.id);
      return listLeadProposals(db, [params.id], environment);
    },
  );
  api.get(
    '/api/proposals/:id',
    describeRoute('admin', {
      operationId: 'getProposal',
      summary: 'A proposal',
      params: idParams,
      response: { 200: adminProposal },
    }),
    async ({ params }, reply) =>
      sendItem(reply, await readAdminProposal(db, params.id, environment)),
  );
}

/** Registers the admin's routes that change proposals. */
export function registerProposalChangeRoutes(api: Api, context: ProposalContext): void {
  const read = (id: string) => readAdminProposal(context.db, id, context.environment);
  api.post(
    '/api/leads/:id/proposals',
    describeRoute('admin', {
      operationId: 'createProposal',
      summary: 'Write a proposal for a lead',
      description: `A draft, until it is sent. Who works which hours of the plan, and the package’s price, are stored as they are now. ${repeatableDescription}`,
      params: idParams,
      headers: repeatableHeaders,
      body: proposalInput,
      response: { 201: adminProposal },
      errors: ['conflict'],
    }),
    async ({ params, headers, body, userId }, reply) => {
      const key = headers['idempotency-key'];
      const id = await createProposal(context, params.id, body, { userId, key });
      return sendItem(reply, await read(id));
    },
  );
  api.put(
    '/api/proposals/:id',
    describeRoute('admin', {
      operationId: 'updateProposal',
      summary: 'Change what a proposal says, as long as nobody has accepted it',
      description: `The visitor has to read it again before they can accept it. The package of one that was sent keeps its price, and that of a draft if \`packageAmount\` is its price. ${versionDescription}`,
      params: idParams,
      headers: versionHeaders,
      body: proposalInput,
      response: { 200: adminProposal },
      errors: ['conflict', 'changed'],
    }),
    async ({ params, headers, body, userId }, reply) => {
      const isExpected = createVersionMatcher(headers);
      await changeProposal(context, params.id, body, { userId, isExpected });
      return sendItem(reply, await read(params.id));
    },
  );
  api.post(
    '/api/proposals/:id/send',
    describeRoute('admin', {
      operationId: 'sendProposal',
      summary: 'Send a proposal by email, or mark it as sent as a link',
      description: `Moves the lead to \`proposal_sent\`, unless it is won. ${versionDescription} ${repeatableDescription}`,
      params: idParams,
      headers: z.looseObject({ ...versionHeaders.shape, ...repeatableHeaders.shape }),
      body: proposalSending,
      response: { 200: adminProposal },
      errors: ['conflict', 'changed'],
    }),
    async ({ params, headers, body, userId }, reply) => {
      const isExpected = createVersionMatcher(headers);
      const key = headers['idempotency-key'];
      await sendProposal(context, params.id, body.by, { userId, key, isExpected });
      return sendItem(reply, await read(params.id));
    },
  );
  api.post(
    '/api/proposals/:id/withdraw',
    describeRoute('admin', {
      operationId: 'withdrawProposal',
      summary: 'Withdraw a proposal that was sent; its page says so',
      description: versionDescription,
      params: idParams,
      headers: versionHeaders,
      response: { 200: adminProposal },
      errors: ['conflict', 'changed'],
    }),
    async ({ params, headers, userId }, reply) => {
      const isExpected = createVersionMatcher(headers);
      await withdrawProposal(context, params.id, { userId, isExpected });
      return sendItem(reply, await read(params.id));
    },
  );
  api.delete(
    '/api/proposals/:id',
    describeRoute('admin', {
      operationId: 'deleteProposal',
      summary: 'Delete a proposal that was not sent',
      description:
        'With `If-Match`, only the version that it names is deleted: the proposal’s `updatedAt`, in quotes.',
      params: idParams,
      headers: versionHeaders,
      response: { 204: noContent },
      errors: ['conflict', 'changed'],
    }),
    ({ params, headers, userId }) => {
      const isExpected = createVersionMatcher(headers);
      return deleteProposal(context, params.id, { userId, isExpected });
    },
  );
}

/** Registers the visitors' routes, for those who have the token of a proposal's page. */
export function registerProposalTokenRoutes(api: Api): void {
  const { proposals } = api;
  const errors: ErrorCode[] = ['not_found', 'too_many_requests'];
  // All are POSTs: the token must not appear in URLs, which are logged.
  api.post(
    '/api/proposals/lookup',
    describeRoute('public', {
      operationId: 'findProposal',
      summary: 'A proposal, by the token of its page',
      body: z.object({ token: proposalToken }),
      response: { 200: publicProposal },
      errors,
    }),
    async ({ ip, body: { token } }, reply) => {
      await proposals.admit(ip);
      reply.header('Cache-Control', 'no-store');
      return proposals.find(token);
    },
  );
  api.post(
    '/api/proposals/accept',
    describeRoute('public', {
      operationId: 'acceptProposal',
      summary: 'Accept a proposal, once',
      description:
        'Only the `version` that the visitor has seen is accepted, and a copy of it is frozen. Another version, and a proposal that has run out, was withdrawn or is accepted already, return 409. The same request again returns the accepted proposal.',
      body: acceptInput,
      response: { 200: publicProposal },
      errors: [...errors, 'conflict'],
    }),
    async ({ ip, body }, reply) => {
      await proposals.admit(ip);
      reply.header('Cache-Control', 'no-store');
      return proposals.accept(body);
    },
  );
  api.post(
    '/api/proposals/questions',
    describeRoute('public', {
      operationId: 'askAboutProposal',
      summary: 'Ask about a proposal, or for a new one',
      description:
        'The question is in the lead’s history and in an email to the owner. One that is already open is not stored again. A proposal that was withdrawn returns 409.',
      body: questionInput,
      response: { 204: noContent },
      errors: [...errors, 'conflict'],
    }),
    async ({ ip, body }) => {
      await proposals.admit(ip);
      await proposals.ask(body);
    },
  );
}
