import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSignedIn } from '../../foundation/auth/require-admin.server';
import { definePlugin, type SiteOptions } from '../../foundation/environment/define-plugin.server';
import type { Api } from '../../http/api.server';
import { addFormParser } from '../../http/request-limits.server';
import { AppError, collectFieldMessages } from '../../lib/errors';
import { z } from '../../lib/schema';
import { acceptInput, type PublicProposal, questionInput } from '../../proposals/contract';
import { buildProposalPath, questionTopics } from '../../proposals/proposal';
import { proposalServerPage } from '../pages.server';
import { type ProposalPageState, proposalStateKey } from './proposal-state';
import '../../proposals/plugin.server';

const text = z._default(z.string().check(z.maxLength(10_000)), '');

const formBody = z.object({
  action: z.enum(['accept', ...questionTopics]),
  version: text,
  name: text,
  text,
});

const params = z.object({ token: z.string() });

const sendProposal = (reply: FastifyReply, state: ProposalPageState, status = 200) =>
  reply.sendPage(proposalServerPage, { status, data: { [proposalStateKey]: state } });

/**
 * Serves the page of a proposal, and its plain forms: without scripts, so that it works in every
 * browser. Who has the address has the proposal.
 */
export const proposalPagePlugin = definePlugin<SiteOptions>(
  { name: 'proposal-page', dependencies: ['route-access', 'pages', 'proposals'] },
  async (app, site) => {
    /** Finds a proposal; null if there is none. The owner also sees drafts. */
    async function find(request: FastifyRequest, token: string): Promise<PublicProposal | null> {
      try {
        return await app.proposals.find(token, { drafts: await isSignedIn(request, site) });
      } catch (error) {
        if (error instanceof AppError && error.code === 'not_found') return null;
        throw error;
      }
    }

    /** Carries out a form. @returns where to go on */
    async function submit(token: string, body: z.output<typeof formBody>): Promise<string> {
      const { action } = body;
      const path = buildProposalPath(token);
      if (action !== 'accept') {
        await app.proposals.ask(questionInput.parse({ token, topic: action, text: body.text }));
        return action === 'question' ? `${path}#price` : path;
      }
      const { checkoutUrl } = await app.proposals.accept(acceptInput.parse({ token, ...body }));
      return checkoutUrl ?? path;
    }

    /** Shows the proposal as it is now, with the reason why a form was rejected. */
    async function sendRejection(
      request: FastifyRequest,
      reply: FastifyReply,
      { token, body, error }: { token: string; body: z.output<typeof formBody>; error: unknown },
    ) {
      const failure =
        error instanceof z.core.$ZodError
          ? new AppError('invalid', Object.values(collectFieldMessages(error.issues))[0] ?? '')
          : error;
      if (!(failure instanceof AppError)) throw failure;
      const { message, status, retryAfterSeconds } = failure;
      const proposal = await find(request, token);
      if (retryAfterSeconds !== undefined) reply.header('Retry-After', retryAfterSeconds);
      const { action, name } = body;
      const rejected = { action, message, typed: action === 'accept' ? name : body.text };
      const path = buildProposalPath(token);
      return sendProposal(reply, { path, proposal, rejected }, proposal ? status : 404);
    }

    await app.register(async (scope: Api) => {
      addFormParser(scope);
      const path = buildProposalPath(':token');

      scope.get(
        path,
        { config: { access: 'public' }, schema: { hide: true, params } },
        async (request, reply) => {
          await app.proposals.admit(request.ip);
          const { token } = request.params;
          const proposal = await find(request, token);
          const state = { path: buildProposalPath(token), proposal };
          return sendProposal(reply, state, proposal ? 200 : 404);
        },
      );

      scope.post(
        path,
        { config: { access: 'public' }, schema: { hide: true, params, body: formBody } },
        async (request, reply) => {
          const { token } = request.params;
          await app.proposals.admit(request.ip);
          try {
            return reply.redirect(await submit(token, request.body), 303);
          } catch (error) {
            return sendRejection(request, reply, { token, body: request.body, error });
          }
        },
      );
    });
  },
);
