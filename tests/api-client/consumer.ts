// A program that uses the API through a client generated from its description: what an integrator
// would write, with an integrator's tools. Compiled against the types of a running server.
import createClient from 'openapi-fetch';
import type { components, paths } from './schema';

type Lead = components['schemas']['Lead'];

/** Reads the result of a request. @throws with the server's message when it was refused */
function expectData<T>({ data, error }: { data?: T; error?: { message: string } }): T {
  if (data === undefined) throw new Error(error?.message ?? 'There is no data.');
  return data;
}

const [, , baseUrl = '', password = ''] = process.argv;

const visitor = createClient<paths>({ baseUrl });
const talents = expectData(await visitor.GET('/api/talents'));
const { id } = expectData(
  await visitor.POST('/api/leads', {
    body: {
      companyName: 'Halden Skin Studios',
      contactName: 'Olga Brenner',
      email: 'olga@haldenskin.example',
      numberOfLocations: 4,
    },
  }),
);

const signIn = await visitor.POST('/api/auth/admin/login', { body: { password } });
expectData(signIn);
const cookie = signIn.response.headers
  .getSetCookie()
  .map((line) => line.split(';', 1)[0])
  .join('; ');

const admin = createClient<paths>({ baseUrl, headers: { cookie } });
const leads: Lead[] = expectData(
  await admin.GET('/api/leads', { params: { query: { q: 'Halden', limit: 10 } } }),
);
const changed: Lead = expectData(
  await admin.PATCH('/api/leads/{id}', { params: { path: { id } }, body: { status: 'contacted' } }),
);

const refused = await visitor.GET('/api/leads');
const refusal: components['schemas']['Error'] | undefined = refused.error;

console.log(
  JSON.stringify({
    id,
    firstTalent: talents[0]?.name,
    leads: leads.map((lead) => [lead.id, lead.companyName, lead.numberOfLocations]),
    status: changed.status,
    refusal: refusal?.code,
  }),
);
