import type { AdminProposal, PublicProposal } from '../../src/proposals/contract';
import { createPaymentSite } from './payment-site';
import { samplePlan } from './sample-plan';
import { sampleItems, sampleLead } from './samples';

/** Returns the date that is this many days from now, in the default time zone of the site. */
export const inDays = (days: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' }).format(
    Date.now() + days * 86_400_000,
  );

/** The hours of a week that a person of these tests works. */
const hours = [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', to: '17:00' }));

/**
 * Starts a site that takes payments, with a lead whose plan one of two people can work, and a package
 * of $1,000.
 */
export async function createProposalSite(settings: Record<string, string> = {}) {
  const site = await createPaymentSite(settings);
  const { admin, visitor, ids, db } = site;
  const addTalent = async (fields: object): Promise<string> => {
    const talent = { ...sampleItems.talents, hours, timeZone: 'America/New_York', ...fields };
    return (await admin('POST', '/api/talents', talent)).json().id;
  };
  const marisol = await addTalent({});
  const kenji = await addTalent({
    name: 'Kenji Morales',
    hours: [],
    imageUrl: null,
    imageAlt: null,
  });
  const input = {
    plan: samplePlan,
    talentIds: [marisol, kenji],
    packageId: ids.packageId,
    lines: [{ text: 'Marisol Vega', price: '$13 an hour', talentId: marisol }],
    validUntil: inDays(14),
    earliestStart: inDays(7),
    fromName: 'Rosa Puente',
    note: 'Olga, Marisol starts on Saturday, with Marisols tea.',
  };

  const write = (fields: object = {}, leadId = ids.leadId, headers = {}) =>
    admin('POST', `/api/leads/${leadId}/proposals`, { ...input, ...fields }, headers);
  const read = async (id: string): Promise<AdminProposal> =>
    (await admin('GET', `/api/proposals/${id}`)).json();
  const getToken = ({ url }: Pick<AdminProposal, 'url'>) => url.split('/').at(-1) ?? '';
  const lookUp = (token: string) => visitor('POST', '/api/proposals/lookup', { token });

  return {
    ...site,
    input,
    marisol,
    kenji,
    addTalent,
    write,
    read,
    getToken,
    lookUp,
    change: (id: string, fields: object, version?: string) =>
      admin(
        'PUT',
        `/api/proposals/${id}`,
        { ...input, ...fields },
        version ? { 'if-match': `"${version}"` } : {},
      ),
    send: (id: string, by = 'link', headers = {}) =>
      admin('POST', `/api/proposals/${id}/send`, { by }, headers),
    withdraw: (id: string) => admin('POST', `/api/proposals/${id}/withdraw`),
    accept: (token: string, version: string, name = 'Olga Brenner') =>
      visitor('POST', '/api/proposals/accept', { token, version, name }),
    ask: (token: string, text: string | null, topic = 'question') =>
      visitor('POST', '/api/proposals/questions', { token, text, topic }),
    /** Writes and sends a proposal, as a link. @returns what the visitor sees of it */
    async sendNew(fields: object = {}, leadId = ids.leadId) {
      const { id } = (await write(fields, leadId)).json();
      const sent = (await admin('POST', `/api/proposals/${id}/send`, { by: 'link' })).json();
      const token = getToken(sent);
      const seen: PublicProposal = (await lookUp(token)).json();
      return { id: id as string, token, seen, version: seen.version };
    },
    /** Lets the last day of a proposal be over. */
    expire: (id: string) =>
      db
        .updateTable('proposals')
        .set({ validUntil: inDays(-1) })
        .where('id', '=', id)
        .execute(),
    readLead: async (id = ids.leadId) => (await admin('GET', `/api/leads/${id}`)).json(),
    /** Stores another lead. @returns its id */
    addLead: async (email: string): Promise<string> =>
      (await visitor('POST', '/api/leads', { ...sampleLead, email })).json().id,
  };
}
