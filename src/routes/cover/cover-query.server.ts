import { toPublicTalent } from '../../content/collections/talents/contract';
import { listAssignedIds } from '../../cover/answer';
import { encodePlan } from '../../cover/encode-plan';
import { decodePlan } from '../../cover/plan-code';
import { planLimits } from '../../cover/week';
import { findMonday } from '../../cover/zone-week';
import type { Site } from '../../lib/site';
import type { PageQuery } from '../page.server';
import { type CoverState, coverStateKey, createStartingPlan } from './cover-state';
import { planFields } from './plan-form';

/**
 * Reduces a query string to the plan's code in one spelling, the week whose clock changes the answer
 * depends on, and whether a number of locations was refused. A code that cannot be read becomes an
 * empty one, so that all of them are one page.
 */
export function normalizeCoverSearch(search: string): string {
  const fields = new URLSearchParams(search);
  const code = fields.get('p');
  if (code === null) return '';
  const plan = decodePlan(code);
  if (!plan) return '?p=';
  const monday = findMonday(new Date(), plan.timeZone).toISOString().slice(0, 10);
  const notice = fields.has(planFields.locations) ? `&${planFields.locations}=` : '';
  return `?p=${encodePlan(plan)}&week=${monday}${notice}`;
}

/** The path of the pictures of plans for link previews. */
export const planPicturePath = '/cover/picture.png';

/** Returns the address of the picture of the plan in a query string; undefined without one. */
export function getPlanPicture(search: string): string | undefined {
  const code = new URLSearchParams(search).get('p');
  return code ? `${planPicturePath}?p=${code}` : undefined;
}

const notices = {
  unreadable:
    'The plan in this address cannot be read: the link may be cut or old. Here is an empty sheet.',
  locations: `A plan has 1 to ${planLimits.locations} locations. Enter another number. Your other changes are kept.`,
};

/** Returns the query for the plan in the address, with its answer and people. */
export const queryCover = (search: string, { timeZone }: Site): PageQuery => ({
  key: [coverStateKey],
  read: async ({ collectionSnapshots }, { cover }): Promise<CoverState> => {
    const fields = new URLSearchParams(search);
    const code = fields.get('p');
    const shared = code === null ? undefined : decodePlan(code);
    const plan = shared ?? createStartingPlan(timeZone);
    const answer = plan.desks.some(({ hours }) => hours.length > 0)
      ? await cover.match(plan)
      : undefined;
    const ids = new Set(answer && listAssignedIds(answer));
    const talents = await collectionSnapshots.talents.read();
    return {
      plan,
      ...(answer && { answer }),
      people: talents.filter(({ id }) => ids.has(id)).map(toPublicTalent),
      options: await cover.readOptions(),
      ...(code !== null && !shared && { notice: notices.unreadable }),
      ...(fields.has(planFields.locations) && { notice: notices.locations }),
    };
  },
});
