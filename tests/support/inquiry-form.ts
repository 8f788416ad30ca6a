import type { TestSite } from './test-app';

/** Sends the inquiry form of /enquiry as a browser without JavaScript does. */
export const postInquiryForm = (
  { app }: Pick<TestSite, 'app'>,
  values: Record<string, unknown>,
  headers: Record<string, string> = {},
) =>
  app.inject({
    method: 'POST',
    url: '/enquiry',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(
      Object.entries(values).map(([name, value]) => [name, String(value)]),
    ).toString(),
  });
