import { ApiClient } from '../support/api-client';
import { sampleItems, sampleLead } from '../support/samples';
import type { SmtpTestServer } from '../support/smtp';
import { createSignedInClient } from './write-load';

/** Does harm wherever it is not escaped: in a page, in its embedded data, in an email header. */
const hostile = '</script><img src=x onerror=alert(1)>\r\nBcc: all@example.com';

/** Matches the text above where it was not escaped. */
const unescaped = /<\/script>\s*<img src=x|<img src=x/i;

/** Stores an item with hostile text in every field that accepts it. @returns the item's id */
async function storeHostile(
  api: ApiClient,
  path: string,
  sample: Record<string, unknown>,
): Promise<string> {
  let item = sample;
  for (const [name, value] of Object.entries(sample)) {
    if (typeof value !== 'string' && !Array.isArray(value)) continue;
    const candidate = { ...item, [name]: Array.isArray(value) ? [hostile] : hostile };
    if ((await api.post(path, candidate)).status === 201) item = candidate;
  }
  return ((await api.post(path, item)).body as { id: string }).id;
}

/**
 * Stores hostile text in every field that accepts it and checks every page, response and email that shows it.
 * @returns the places where it is not escaped
 */
export async function findUnescapedText(url: string, smtp: SmtpTestServer): Promise<string[]> {
  const owner = await createSignedInClient(url);
  const problems: string[] = [];
  const ids = new Map<string, string>();
  for (const [path, sample] of Object.entries(sampleItems)) {
    ids.set(path, await storeHostile(owner, `/api/${path}`, sample));
  }
  const mailsBefore = smtp.count();
  const leadId = await storeHostile(new ApiClient(url), '/api/leads', {
    ...sampleLead,
    email: 'reader@visitor.example',
  });
  const encodedText = encodeURIComponent(hostile);
  for (const path of [
    ...['/', '/talent', '/enquiry', `/enquiry?talent=${ids.get('talents')}`],
    ...[`/talent?role=${encodedText}`, `/enquiry?package=${encodedText}`, `/${encodedText}`],
    `/checkout?leadId=${leadId}&packageId=${encodedText}`,
  ]) {
    const { body, headers } = await owner.get(path);
    if (!headers.get('content-type')?.startsWith('text/html')) continue;
    if (unescaped.test(String(body)))
      problems.push(`${path.slice(0, 30)}: the text is not escaped in the page`);
  }
  for (const path of ['/api/leads', '/api/talents', '/api/stats', `/api/leads/${leadId}/history`]) {
    const { headers } = await owner.get(path);
    const isText = headers.get('content-type')?.startsWith('application/json');
    if (!isText || headers.get('x-content-type-options') !== 'nosniff') {
      problems.push(`${path}: a browser may interpret the response as a page`);
    }
  }
  for (const mail of await smtp.received(mailsBefore + 2, 60_000)) {
    if (unescaped.test(mail.html ?? ''))
      problems.push(`the text is not escaped in an email: ${mail.subject}`);
    if (/all@example\.com/.test(mail.to)) problems.push('an email went to the injected address');
    if (/[\r\n]/.test(mail.subject)) problems.push('a subject contains a line break');
  }
  return problems;
}
