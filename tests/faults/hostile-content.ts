import { ApiClient } from '../api-client';
import { sampleItems, sampleLead } from '../samples';
import type { SmtpTestServer } from '../smtp';
import { signedIn } from './written';

/** Each part does harm where it is not shown as text: in a page, in its data, in a mail's head. */
const hostile = '</script><img src=x onerror=alert(1)>\r\nBcc: all@example.com';

/** What the text above looks like where it is live. */
const live = /<\/script>\s*<img src=x|<img src=x/i;

/** The item with all fields hostile that take it. @returns its id */
async function storeHostile(
  api: ApiClient,
  path: string,
  sample: Record<string, unknown>,
): Promise<string> {
  let item = sample;
  for (const [name, value] of Object.entries(sample)) {
    if (typeof value !== 'string' && !Array.isArray(value)) continue;
    const tried = { ...item, [name]: Array.isArray(value) ? [hostile] : hostile };
    if ((await api.post(path, tried)).status === 201) item = tried;
  }
  return ((await api.post(path, item)).body as { id: string }).id;
}

/**
 * Stores hostile text in all fields that take it, and looks at each place where a reader meets it.
 * @returns where it is more than text
 */
export async function harmOf(
  url: string,
  password: string,
  smtp: SmtpTestServer,
): Promise<string[]> {
  const owner = await signedIn(url, password);
  const wrong: string[] = [];
  const ids = new Map<string, string>();
  for (const [path, sample] of Object.entries(sampleItems)) {
    ids.set(path, await storeHostile(owner, `/api/${path}`, sample));
  }
  const mailsBefore = smtp.count();
  const lead = await storeHostile(new ApiClient(url), '/api/leads', {
    ...sampleLead,
    email: 'reader@visitor.example',
  });
  const mark = encodeURIComponent(hostile);
  for (const path of [
    ...[
      '/',
      '/talent',
      '/enquiry',
      `/enquiry?talent=${ids.get('talents')}`,
      `/talent?role=${mark}`,
    ],
    ...[`/enquiry?package=${mark}`, `/checkout?leadId=${lead}&packageId=${mark}`, `/${mark}`],
  ]) {
    const { body, headers } = await owner.get(path);
    if (!headers.get('content-type')?.startsWith('text/html')) continue;
    if (live.test(String(body))) wrong.push(`${path.slice(0, 30)}: the text is live in the page`);
  }
  for (const path of ['/api/leads', '/api/talents', '/api/stats', `/api/leads/${lead}/history`]) {
    const { headers } = await owner.get(path);
    const isText = headers.get('content-type')?.startsWith('application/json');
    if (!isText || headers.get('x-content-type-options') !== 'nosniff') {
      wrong.push(`${path}: a browser may take the answer for a page`);
    }
  }
  for (const mail of await smtp.received(mailsBefore + 2, 60_000)) {
    if (mail.html !== undefined) wrong.push(`a mail has a part of HTML: ${mail.subject}`);
    if (/all@example\.com/.test(mail.to)) wrong.push('a mail went where the text said');
    if (/[\r\n]/.test(mail.subject)) wrong.push('a subject has two lines');
  }
  return wrong;
}
