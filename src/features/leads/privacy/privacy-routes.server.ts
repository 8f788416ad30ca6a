import { type Api, describeRoutes } from '../../../http/api.server';
import { z } from '../../../lib/schema';
import { erasureReport } from '../contract';
import { leadLimits } from '../inquiry/lead-form-options';
import type { LeadRoutesContext } from '../routes-context.server';
import { renderPersonPage } from './person-page.server';
import { createPersonExportSchema, erasePerson, exportPerson } from './privacy.server';

const describeRoute = describeRoutes('leads');

const email = z.email('Please enter a valid email address').check(z.maxLength(leadLimits.email));

/** Registers the admin's routes for requests of a person about their data. */
export function registerPrivacyRoutes(api: Api, context: LeadRoutesContext): void {
  api.get(
    '/api/privacy/export',
    describeRoute('admin', {
      operationId: 'exportPerson',
      summary: 'Everything that is stored about one person',
      description:
        'Of the leads and calls with exactly this email, also deleted ones. With `format=html`, a page to read.',
      querystring: z.object({ email, format: z._default(z.enum(['json', 'html']), 'json') }),
      response: {
        200: {
          description: 'The data',
          content: {
            'application/json': { schema: createPersonExportSchema(context.hooks) },
            'text/html': { schema: z.string() },
          },
        },
      },
    }),
    async ({ query, userId }, reply) => {
      const data = await exportPerson(context, query.email, userId);
      reply.header('Content-Disposition', `attachment; filename="person.${query.format}"`);
      if (query.format === 'json') return reply.send(data);
      return reply
        .type('text/html; charset=utf-8')
        .send(renderPersonPage(data, context.environment));
    },
  );
  api.post(
    '/api/privacy/erase',
    describeRoute('admin', {
      operationId: 'erasePerson',
      summary: 'Delete for good what is stored about one person',
      description: 'Leads with a payment stay, because payment records must be retained.',
      body: z.object({ email }),
      response: { 200: erasureReport },
    }),
    async ({ body, userId }) => {
      const report = await erasePerson(context, body.email, userId);
      // Stripe cancels the unpaid payments.
      api.wakeOutbox();
      return report;
    },
  );
}
