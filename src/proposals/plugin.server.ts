import { definePlugin } from '../foundation/environment/define-plugin.server';
import { createClientRateLimit } from '../http/client-rate-limit.server';
import type { Agreement } from '../payments/hooks.server';
import { acceptProposal, askAboutProposal, openProposal } from './accept.server';
import { findAgreement } from './agreement.server';
import type { AcceptInput, PublicProposal, QuestionInput } from './contract';
import {
  registerProposalChangeRoutes,
  registerProposalReadRoutes,
  registerProposalTokenRoutes,
} from './routes.server';

declare module 'fastify' {
  interface FastifyInstance {
    /** What visitors do with the link of a proposal. */
    proposals: {
      /** Counts a request of a client. @throws AppError too_many_requests */
      admit: (ip: string) => Promise<unknown>;
      /** Reads a proposal; a draft only with `drafts`, for the owner. @throws AppError not_found */
      find: (token: string, options?: { drafts?: boolean }) => Promise<PublicProposal>;
      /** Accepts a proposal. @throws AppError not_found, conflict */
      accept: (input: AcceptInput) => Promise<PublicProposal>;
      /** Stores a question, or that a new one is asked for. @throws AppError not_found */
      ask: (input: QuestionInput) => Promise<void>;
      /** Finds what a lead has accepted to pay for a package. */
      findAgreement: (leadId: string, packageId: string) => Promise<Agreement | undefined>;
    };
  }
}

/** Limits of requests with a token within ten minutes. */
const rateLimit = {
  name: 'proposals',
  maxPerAddress: 60,
  maxPerNetwork: 240,
  subject: 'Too many requests for proposals',
};

/** Proposals that the owner writes for leads, and that visitors accept. */
export const proposalsPlugin = definePlugin(
  { name: 'proposals', dependencies: ['route-access', 'collections', 'outbox', 'payments'] },
  (app, { db, environment }) => {
    const context = {
      db,
      environment,
      collections: app.collectionStores,
      wakeOutbox: app.wakeOutbox,
    };
    app.decorate('proposals', {
      admit: createClientRateLimit(db, rateLimit),
      find: (token, options) => openProposal(context, token, options),
      accept: (input) => acceptProposal(context, input),
      ask: (input) => askAboutProposal(context, input),
      findAgreement: (leadId, packageId) => findAgreement(db, { leadId, packageId }),
    });
    registerProposalReadRoutes(app, context);
    registerProposalChangeRoutes(app, context);
    registerProposalTokenRoutes(app);
  },
);
