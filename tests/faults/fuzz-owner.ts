import {
  exampleId,
  exampleStart,
  otherExampleId,
} from '../../src/app/openapi/build-example.server';
import { adminPassword } from '../support/api-client';
import { sampleItems, sampleLead } from '../support/samples';
import { existingId, type FuzzRequest } from './fuzz-requests';

/** Requests after which a list is read again, because items are deleted meanwhile. */
const maxListUses = 20;

const slotsPath = '/api/scheduling/slots';

/** Returns the path of the list with the items that a route is about. */
function getListPath(path: string): string {
  if (path.startsWith('/api/leads/import/')) return '/api/leads/imports';
  if (path.startsWith('/api/deliveries/')) return '/api/overview';
  if (path.startsWith('/api/scheduling/')) return '/api/scheduling/bookings';
  return /^\/api\/(security\/)?[\w-]+/.exec(path)?.[0] ?? '/api/talents';
}

/**
 * Holds the admin session, and replaces the values of the API's examples in requests with those of
 * existing items, so that the requests get further than "not found".
 */
export function createFuzzOwner(url: string) {
  let cookie = '';
  let pictureId = 'x';
  let callToken = 'x';
  const lists = new Map<string, { values: string[]; uses: number }>();

  async function call(path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${url}${path}`, {
      headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
    return response.ok && isJson ? response.json() : undefined;
  }

  async function bookCall(): Promise<void> {
    const found = (await call(slotsPath)) as { slots: string[] } | undefined;
    const { contactName: name, email, companyName: company } = sampleLead;
    const body = { name, email, company, start: found?.slots.at(-1) };
    const booked = (await call('/api/scheduling/bookings', body)) as { token: string } | undefined;
    callToken = booked?.token ?? callToken;
  }

  /** Reads the ids, or free times, of a list, and adds an item to one that is empty. */
  async function readValues(listPath: string): Promise<string[]> {
    const found = await call(listPath);
    if (!found || (Array.isArray(found) && found.length === 0)) {
      const samples: Record<string, unknown> = { ...sampleItems, leads: sampleLead };
      const sample = samples[listPath.split('/').at(-1) ?? ''];
      if (sample) await call(listPath, sample);
      else if (listPath.endsWith('/bookings')) await bookCall();
    }
    const text = JSON.stringify(found ?? (await call(listPath)) ?? []);
    const pattern =
      listPath === slotsPath ? /"(\d{4}-[\d:.T-]+Z)"/g : /"(?:id|importId)":"([\w-]+)"/g;
    return [...text.matchAll(pattern)].map(([, value = '']) => value);
  }

  async function listValues(listPath: string): Promise<string[]> {
    const { values, uses } = lists.get(listPath) ?? { values: [], uses: 0 };
    const isFresh = values.length > 0 && uses < maxListUses;
    const listed = isFresh ? values : await readValues(listPath);
    lists.set(listPath, { values: listed, uses: isFresh ? uses + 1 : 0 });
    return listed;
  }

  async function replaceExamples(text: string, listPath: string): Promise<string> {
    const leads = await listValues('/api/leads');
    const packages = await listValues('/api/packages');
    const items = await listValues(listPath);
    const [slot] = text.includes(exampleStart) ? await listValues(slotsPath) : [];
    return text
      .replaceAll(exampleStart, slot ?? exampleStart)
      .replaceAll(/"token":"\w+"/g, `"token":"${callToken}"`)
      .replaceAll(
        new RegExp(`(?:"(\\w*(?:lead|package)Id)":)?"(${exampleId}|${otherExampleId})"`, 'gi'),
        (whole, name: string | undefined, id: string) => {
          const owners = /lead/i.test(name ?? '') ? leads : packages;
          const existing = (name ? owners : items).at(id === exampleId ? 0 : 1);
          return existing ? whole.replace(id, existing) : whole;
        },
      );
  }

  return {
    cookie: () => cookie,

    async signIn(): Promise<void> {
      const response = await fetch(`${url}/api/auth/admin/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ password: adminPassword }),
      });
      cookie = response.headers
        .getSetCookie()
        .map((line) => line.split(';', 1)[0])
        .join('; ');
    },

    /** Replaces the id placeholder in a request's target, and the examples in its body. */
    async fillIn({ route, target, body }: FuzzRequest) {
      if (route.kind === 'upload' && target.includes(existingId)) {
        const grant = (await call('/api/objects/upload', {})) as
          | { uploadURL: string; servingPath: string }
          | undefined;
        pictureId = grant?.servingPath.split('/').at(-1) ?? pictureId;
        return { target: grant?.uploadURL.replace(/^https?:\/\/[^/]+/, '') ?? target, body };
      }
      if (target.startsWith('/objects/')) {
        return { target: target.replaceAll(existingId, pictureId), body };
      }
      const listPath = getListPath(route.path);
      const isApi = route.kind === 'api';
      const id = target.includes(existingId) ? (await listValues(listPath))[0] : undefined;
      const text = body.bytes.toString('latin1');
      return {
        target: target.replaceAll(existingId, id ?? 'x'),
        body: isApi
          ? { ...body, bytes: Buffer.from(await replaceExamples(text, listPath), 'latin1') }
          : body,
      };
    },
  };
}
