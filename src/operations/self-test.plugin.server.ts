import { definePlugin } from '../foundation/environment/define-plugin.server';
import { describeRoutes } from '../http/api.server';
import { runSelfTest, selfTestReport } from '../leads/self-test/self-test.server';
import { AppError } from '../lib/errors';

const describeRoute = describeRoutes('leads');

/** Registers the admin's route that sends a test inquiry. */
export const selfTestPlugin = definePlugin(
  { name: 'self-test', dependencies: ['route-access', 'leads'] },
  (app, { db, environment }) => {
    let isRunning = false;
    app.post(
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
          const { runChecks } = await import('./checks/checks.server');
          return await runSelfTest({
            db,
            environment,
            examine: () =>
              runChecks('self-test', {
                ...{ db, environment, settings: environment, variables: process.env },
              }),
            submit: async ({ body, headers }) => {
              const request = {
                method: 'POST',
                url: '/api/leads',
                headers,
                payload: body,
              } as const;
              const response = await app.inject(request);
              return { status: response.statusCode, body: response.json() };
            },
          });
        } finally {
          isRunning = false;
        }
      },
    );
  },
);
