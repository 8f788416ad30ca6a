import { definePlugin } from '../foundation/environment/define-plugin.server';
import { createClientRateLimit } from '../http/rate-limits.server';
import { acceptProposal, askAboutProposal, findPublicProposal } from './accept.server';
import { findAgreement } from './agreement.server';
import type { ProposalContext } from './content.server';
import type { AcceptInput, QuestionInput } from './contract';
import {
  registerProposalChangeRoutes,
  registerProposalReadRoutes,
  registerProposalTokenRoutes,
} from './routes.server';

/** Limits of requests with a token within ten minutes. */
const rateLimit = {
  name: 'proposals',
  maxPerAddress: 60,
  maxPerNetwork: 240,
  subject: 'Too many requests for proposals',
};

/** Creates the functions for those who have the link of a proposal. */
const createDoor = (context: ProposalContext) => ({
  /** Counts a request of a client. @throws AppError too_many_requests */
  admit: createClientRateLimit(context.db, rateLimit),
  find: (token: string, options?: { drafts?: boolean }) =>
    findPublicProposal(context, token, options),
  accept: (input: AcceptInput) => acceptProposal(context, input),
  ask: (input: QuestionInput) => askAboutProposal(context, input),
  findAgreement: (leadId: string, packageId: string) =>
    findAgreement(context.db, { leadId, packageId }),
});

declare module 'fastify' {
  interface FastifyInstance {
    /** What visitors do with the link of a proposal. */
    proposals: ReturnType<typeof createDoor>;
  }
}

/** Proposals that the owner writes for leads, and that visitors accept. */
export const proposalsPlugin = definePlugin(
  { name: 'proposals', dependencies: ['route-access', 'collections', 'outbox', 'payments'] },
  (app, site) => {
    const { collectionStores: collections, wakeOutbox } = app;
    const context = { ...site, collections, wakeOutbox };
    app.decorate('proposals', createDoor(context));
    registerProposalReadRoutes(app, context);
    registerProposalChangeRoutes(app, context);
    registerProposalTokenRoutes(app);
  },
);
