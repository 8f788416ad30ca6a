/**
 * Which folders of `src` may import which: the architecture as data.
 * `npm run check` reports each import that this does not allow, and each cycle.
 */

/** From top to bottom: a folder may import from the floors below its own. */
export const floors = [
  ['app'],
  ['operations'],
  ['routes'],
  ['features'],
  ['collection-kit'],
  ['foundation'],
  ['http', 'db', 'ui'],
  ['lib'],
];

/** Floors whose folders are rooms of their own: between them only the arrows below are allowed. */
export const roomed = ['features', 'foundation'];

/**
 * Imports between rooms of one floor.
 * @type {Record<string, string[]>}
 */
export const arrows = {
  http: ['db'],
  'foundation/auth': ['foundation/settings'],
  'foundation/audit': ['foundation/auth'],
  'foundation/media': ['foundation/auth', 'foundation/settings'],
  'foundation/outbox': ['foundation/settings'],
  'features/leads': ['features/analytics'],
  'features/scheduling': ['features/leads', 'features/analytics'],
  'features/payments': ['features/leads', 'features/analytics'],
};
