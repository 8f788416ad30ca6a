import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { collections } from '../../src/content/collections/collections';
import type { AdminProposal, PublicProposal } from '../../src/proposals/contract';
import { adminPassword } from '../support/api-client';
import { inDays } from '../support/proposal-site';
import { sampleItems, sampleLead } from '../support/samples';
import { createTestApp, shareSite } from '../support/test-app';

type Site = Awaited<ReturnType<typeof createTestApp>>;
type Method = Parameters<Site['visitor']>[0];

interface Operation {
  operationId: string;
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

interface Description {
  components: object;
  paths: Record<string, Record<string, Operation>>;
}

/** Turns a path template of the OpenAPI description into a regular expression. */
const toPattern = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);

/**
 * Starts a site whose `send` validates each response against the schema in the OpenAPI description.
 * @returns the site, with `send` and the ids of the operations that have succeeded so far
 */
async function startValidatedSite() {
  const site = await createTestApp();
  const description: Description = (await site.visitor('GET', '/api/openapi.json')).json();
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  formats.default(ajv);
  ajv.addSchema({ $id: 'api', components: description.components });
  const succeeded = new Set<string>();

  const validators = new Map<string, ValidateFunction>();

  /** Compiles a schema, with its references pointed at the description's components. */
  function compile(schema: object): ValidateFunction {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/');
    const validate = validators.get(text) ?? ajv.compile(JSON.parse(text));
    validators.set(text, validate);
    return validate;
  }

  function findOperation(method: Method, url: string): Operation {
    const [path = ''] = url.split('?');
    // A fixed path comes before one with a parameter: /api/leads/summary is not a lead's id.
    const paths = Object.keys(description.paths).sort(
      (a, b) => Number(a.includes('{')) - Number(b.includes('{')),
    );
    const match = paths.find(
      (one) => toPattern(one).test(path) && description.paths[one]?.[method.toLowerCase()],
    );
    const operation = description.paths[match ?? '']?.[method.toLowerCase()];
    if (!operation) throw new Error(`${method} ${path} is not in the description.`);
    return operation;
  }

  /** @param status the expected status code */
  async function send(
    role: 'visitor' | 'admin',
    status: number,
    method: Method,
    url: string,
    body?: unknown,
  ) {
    const response = await site[role](method, url, body);
    const operation = findOperation(method, url);
    const name = `${operation.operationId}: ${response.statusCode}`;
    expect(response.statusCode, `${name} ${response.body}`).toBe(status);
    const expected = operation.responses[status];
    expect(expected, `${name} is described`).toBeDefined();
    const schema = expected?.content?.['application/json']?.schema;
    if (status < 300) succeeded.add(operation.operationId);
    if (status === 204) {
      expect(response.body, name).toBe('');
      return undefined;
    }
    const value: unknown = response.json();
    if (!schema) throw new Error(`${name} has no schema.`);
    const validate = compile(schema);
    validate(value);
    expect(validate.errors ?? [], name).toEqual([]);
    return value;
  }

  return { ...site, description, send, succeeded };
}

const getId = (value: unknown) => (value as { id: string }).id;

describe('responses match the OpenAPI description', () => {
  const getSite = shareSite(startValidatedSite);

  for (const { path } of collections) {
    test(`sends described responses from every operation of /api/${path}`, async () => {
      const { send, succeeded, description } = getSite();
      const root = `/api/${path}`;
      const sample = sampleItems[path];
      const id = getId(await send('admin', 201, 'POST', root, sample));
      await send('visitor', 200, 'GET', root);
      await send('visitor', 200, 'GET', `${root}/${id}`);
      await send('admin', 200, 'PATCH', `${root}/${id}`, sample);
      await send('admin', 200, 'POST', `${root}/reorder`, { orderedIds: [id] });
      await send('admin', 200, 'GET', `${root}/${id}/history`);
      await send('admin', 204, 'DELETE', `${root}/${id}`);
      await send('admin', 200, 'GET', `${root}/deleted`);
      await send('admin', 200, 'POST', `${root}/${id}/restore`);
      const takenDown = { changes: [{ id, values: { state: 'draft' } }] };
      await send('admin', 200, 'POST', `${root}/update`, takenDown);
      await send('admin', 200, 'PATCH', `${root}/${id}`, { state: 'published' });
      await send('admin', 204, 'POST', `${root}/delete`, { ids: [id] });
      await send('admin', 200, 'POST', `${root}/restore`, { ids: [id] });
      await send('admin', 200, 'PATCH', `${root}/${id}`, { pending: sample });
      await send('admin', 200, 'GET', `${root}/all`);
      await send('admin', 200, 'POST', `${root}/${id}/preview`);
      await send('admin', 204, 'DELETE', `${root}/${id}`);
      await send('admin', 204, 'DELETE', `${root}/${id}/history`);

      await send('visitor', 404, 'GET', `${root}/nothing`);
      await send('visitor', 401, 'POST', root, sample);
      await send('admin', 400, 'POST', root, {});
      await send('admin', 409, 'POST', `${root}/reorder`, { orderedIds: ['nothing'] });
      const own = Object.entries(description.paths)
        .filter(([one]) => one === root || one.startsWith(`${root}/`))
        .filter(([one]) => !['/browse', '/named', '/home'].some((end) => one.endsWith(end)))
        .flatMap(([, methods]) => Object.values(methods).map(({ operationId }) => operationId));
      expect(own.filter((id) => !succeeded.has(id))).toEqual([]);
    });
  }

  test('sends described responses from the talent browser and the content counts', async () => {
    const { send } = getSite();
    const id = getId(await send('admin', 201, 'POST', '/api/talents', sampleItems.talents));
    await send('visitor', 200, 'GET', '/api/talents/browse?role=Receptionist');
    await send('visitor', 200, 'GET', `/api/talents/named?ids=${id}`);
    await send('visitor', 400, 'GET', '/api/talents/named');
    await send('admin', 200, 'GET', '/api/content-counts');
  });

  test('sends described responses from the lead operations, errors included', async () => {
    const { send } = getSite();
    const id = getId(await send('visitor', 201, 'POST', '/api/leads', sampleLead));
    await send('visitor', 400, 'POST', '/api/leads', { email: 'nobody' });
    await send('visitor', 401, 'GET', '/api/leads');
    await send('admin', 200, 'GET', '/api/leads?limit=1');
    await send('admin', 400, 'GET', '/api/leads?limit=no');
    await send('admin', 200, 'GET', '/api/leads/summary');
    await send('admin', 200, 'PATCH', `/api/leads/${id}`, { status: 'contacted' });
    await send('admin', 200, 'GET', `/api/leads/${id}/history`);
    await send('admin', 200, 'GET', `/api/leads/${id}/deliveries`);
    await send('admin', 404, 'GET', '/api/leads/nothing/deliveries');
    await send('admin', 200, 'GET', `/api/leads/${id}/payments`);
    await send('admin', 200, 'GET', `/api/leads/${id}/bookings`);
    await send('admin', 200, 'POST', `/api/leads/${id}/not-spam`);
    await send('admin', 200, 'GET', '/api/leads/stages');
    const note = await send('admin', 201, 'POST', `/api/leads/${id}/notes`, { text: 'Note' });
    const task = await send('admin', 201, 'POST', `/api/leads/${id}/tasks`, { title: 'Task' });
    await send('admin', 200, 'PATCH', `/api/tasks/${getId(task)}`, { title: 'Other' });
    await send('admin', 200, 'GET', '/api/tasks');
    await send('admin', 200, 'POST', `/api/leads/${id}/contacted`, { channel: 'mail' });
    const otherId = getId(await send('visitor', 201, 'POST', '/api/leads', sampleLead));
    const nextStep = { text: 'Call', dueAt: '2026-01-01T00:00:00Z' };
    await send('admin', 200, 'PATCH', `/api/leads/${otherId}`, { nextStep });
    await send('admin', 200, 'GET', '/api/overview');
    await send('admin', 204, 'POST', `/api/leads/${id}/unrelated`, { otherId });
    await send('admin', 204, 'DELETE', `/api/leads/${id}/unrelated/${otherId}`);
    await send('admin', 200, 'POST', '/api/leads/merge', { keepId: id, otherId });
    await send('admin', 200, 'GET', `/api/leads/${id}`);
    await send('admin', 200, 'POST', `/api/leads/${id}/unmerge`, { otherId });
    await send('admin', 201, 'POST', '/api/leads/add', { ...sampleLead, status: 'contacted' });
    const bulk = { ids: [id, 'missing'], action: 'spam' };
    await send('admin', 200, 'POST', '/api/leads/bulk', bulk);
    await send('admin', 204, 'DELETE', `/api/leads/${id}/notes/${getId(note)}`);
    await send('admin', 204, 'DELETE', `/api/leads/${otherId}`);
    await send('admin', 200, 'POST', `/api/leads/${otherId}/restore`);
    const person = { name: 'Rosa', email: 'rosa@x.example' };
    const pm = getId(await send('admin', 201, 'POST', '/api/project-managers', person));
    await send('admin', 200, 'PUT', `/api/project-managers/${pm}`, person);
    await send('admin', 200, 'GET', '/api/project-managers');
    await send('admin', 204, 'DELETE', `/api/project-managers/${pm}`);
    await send('admin', 404, 'POST', '/api/deliveries/nothing/retry');
    await send('admin', 415, 'POST', '/api/leads/import', {});
    await send('admin', 200, 'GET', '/api/leads/imports');
    await send('admin', 404, 'POST', '/api/leads/import/nothing/undo');
    await send('admin', 204, 'DELETE', `/api/leads/${id}`);
    await send('admin', 404, 'PATCH', `/api/leads/${id}`, { status: 'new' });
    for (const rest of ['', '/payments', '/bookings', '/proposals'])
      await send('admin', 404, 'GET', `/api/leads/nothing${rest}`);
  });

  test('sends described responses while a call is booked, moved, listed and canceled', async () => {
    const { send } = getSite();
    const { slots, timeZone } = (await send('visitor', 200, 'GET', '/api/scheduling/slots')) as {
      slots: string[];
      timeZone: string;
    };
    const [first, second] = slots;
    const person = { name: 'Olga Brenner', email: 'olga@haldenskin.example', company: 'Halden' };
    const booking = { ...person, start: first, timeZone };
    const call = await send('visitor', 201, 'POST', '/api/scheduling/bookings', booking);
    const { token, id } = call as { token: string; id: string };
    const other = { ...booking, email: 'somebody@else.example' };
    await send('visitor', 409, 'POST', '/api/scheduling/bookings', other);
    await send('visitor', 200, 'POST', '/api/scheduling/bookings/lookup', { token });
    await send('visitor', 200, 'POST', '/api/scheduling/bookings/slots', { token });
    const move = { token, start: second };
    await send('visitor', 200, 'POST', '/api/scheduling/bookings/reschedule', move);
    await send('admin', 200, 'GET', '/api/scheduling/bookings');
    await send('admin', 200, 'PATCH', `/api/scheduling/bookings/${id}`, { status: 'booked' });
    await send('visitor', 200, 'POST', '/api/scheduling/bookings/cancel', { token });
    const hours = await send('admin', 200, 'GET', '/api/scheduling/hours');
    await send('admin', 200, 'PUT', '/api/scheduling/hours', hours);
    await send('visitor', 404, 'POST', '/api/scheduling/bookings/lookup', {
      token: 'x'.repeat(32),
    });
  });

  test('sends described responses while a proposal is written, sent, asked about and accepted', async () => {
    const { send } = getSite();
    const id = getId(await send('visitor', 201, 'POST', '/api/leads', sampleLead));
    const body = { validUntil: inDays(7), lines: [{ text: 'Rate', price: '$13 an hour' }] };
    const write = () => send('admin', 201, 'POST', `/api/leads/${id}/proposals`, body);
    await send('admin', 204, 'DELETE', `/api/proposals/${getId(await write())}`);
    const proposal = getId(await write());
    await send('admin', 200, 'PUT', `/api/proposals/${proposal}`, body);
    await send('admin', 400, 'PUT', `/api/proposals/${proposal}`, { lines: [] });
    const sent = await send('admin', 200, 'POST', `/api/proposals/${proposal}/send`, {
      by: 'link',
    });
    const token = (sent as AdminProposal).url.split('/').at(-1);
    const seen = await send('visitor', 200, 'POST', '/api/proposals/lookup', { token });
    const { version } = seen as PublicProposal;
    await send('visitor', 204, 'POST', '/api/proposals/questions', { token, text: 'When?' });
    await send('admin', 200, 'GET', '/api/proposals');
    await send('admin', 200, 'GET', `/api/leads/${id}`);
    const acceptance = { token, version, name: 'Olga' };
    await send('visitor', 200, 'POST', '/api/proposals/accept', acceptance);
    await send('visitor', 409, 'POST', '/api/proposals/accept', { ...acceptance, name: 'Bo' });
    await send('admin', 409, 'POST', `/api/proposals/${proposal}/withdraw`);
    const other = getId(await write());
    await send('admin', 200, 'POST', `/api/proposals/${other}/send`, { by: 'link' });
    await send('admin', 200, 'POST', `/api/proposals/${other}/withdraw`);
    await send('admin', 200, 'GET', `/api/proposals/${other}`);
    await send('admin', 200, 'GET', `/api/leads/${id}/proposals`);
    await send('visitor', 404, 'POST', '/api/proposals/lookup', { token: `1-${'x'.repeat(43)}` });
  });

  test('sends described responses from sign-in, sign-out and the security operations', async () => {
    const { send } = getSite();
    const login = '/api/auth/admin/login';
    await send('visitor', 200, 'POST', login, { password: adminPassword });
    await send('visitor', 401, 'POST', login, { password: 'wrong' });
    await send('visitor', 200, 'GET', '/api/auth/admin/check');
    await send('visitor', 204, 'POST', '/api/auth/admin/logout');
    const root = '/api/security';
    await send('admin', 200, 'GET', `${root}/events`);
    await send('admin', 200, 'GET', `${root}/sessions`);
    await send('admin', 200, 'GET', `${root}/second-factor`);
    const password = { password: adminPassword };
    await send('admin', 200, 'POST', `${root}/second-factor/setup`, password);
    await send('admin', 400, 'POST', `${root}/second-factor/confirm`, { code: '000000' });
    await send('admin', 404, 'POST', `${root}/sessions/nothing/end`, password);
  });

  test('sends described responses from the funnel, payment, upload and webhook operations', async () => {
    const { send } = getSite();
    await send('visitor', 204, 'POST', '/api/funnel', { steps: ['visit'] });
    await send('admin', 200, 'GET', '/api/funnel/7');
    await send('admin', 400, 'GET', '/api/funnel/8');
    const left = { id: 'view-of-the-page', code: 'invented' };
    await send('visitor', 204, 'POST', '/api/cover/demand', left);
    await send('admin', 200, 'GET', '/api/cover/demand/7');
    const error = { message: 'Error: x', component: 'The page', release: 'a', engine: 'Other' };
    await send('visitor', 204, 'POST', '/api/client-errors', error);
    await send('admin', 200, 'GET', '/api/client-errors');
    await send('admin', 200, 'POST', '/api/objects/upload');
    await send('visitor', 503, 'POST', '/api/payments', { leadId: 'a', packageId: 'b' });
    await send('visitor', 404, 'POST', '/api/stripe/webhook', {});
  });
});
