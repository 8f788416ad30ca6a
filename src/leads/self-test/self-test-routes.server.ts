import { type Api, describeRoutes } from '../../http/api.server';
import { AppError } from '../../lib/errors';
import type { LeadRoutesContext } from '../routes-context.server';
import { runSelfTest, selfTestReport } from './self-test.server';

const describeRoute = describeRoutes('leads');

/** Registers the admin's route that sends a test inquiry. */
export function registerSelfTestRoute(api: Api, { db, environment }: LeadRoutesContext): void {
  let isRunning = false;
  api.post(
    '/api/self-test',
    describeRoute('admin', {
      operationId: 'runSelfTest',
      summary: 'Send a test inquiry through form, store, email and webhooks, and delete it',
      description:
        'Takes up to 20 seconds. The emails go to the first address for notifications, and webhooks get the inquiry of the company “Test inquiry”.',
      response: { 200: selfTestReport },
      errors: ['conflict'],
    }),
    async () => {
      if (isRunning) throw new AppError('conflict', 'A test is running. Wait until it ends.');
      isRunning = true;
      try {
        return await runSelfTest({
          db,
          environment,
          submit: async ({ body, headers }) => {
            const request = { method: 'POST', url: '/api/leads', headers, payload: body } as const;
            const response = await api.inject(request);
            return { status: response.statusCode, body: response.json() };
          },
        });
      } finally {
        isRunning = false;
      }
    },
  );
}
