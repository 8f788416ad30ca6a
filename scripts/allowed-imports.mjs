/** The allowed imports between folders: the architecture as data, enforced by `npm run check`. */

/**
 * The folders of `src`, and `demo`, from top to bottom. A folder may import from all floors below
 * its own.
 * @type {string[][]}
 */
export const floors = [
  ['app'],
  ['operations', 'demo'],
  ['routes'],
  ['features'],
  ['collection-kit'],
  ['foundation'],
  ['http', 'db', 'ui'],
  ['lib'],
];

/** Floors whose subfolders may import each other only along an arrow. */
export const floorsWithRooms = ['features', 'foundation'];

/**
 * The imports that are allowed within a floor. A folder is named below those that it imports, so that
 * there are no cycles.
 * @type {Record<string, string[]>}
 */
export const arrows = {
  http: ['db'],
  'foundation/auth': ['foundation/settings'],
  'foundation/audit': ['foundation/auth'],
  'foundation/media': ['foundation/auth', 'foundation/settings'],
  'foundation/outbox': ['foundation/auth', 'foundation/settings'],
  'foundation/webhooks': [
    'foundation/audit',
    'foundation/auth',
    'foundation/outbox',
    'foundation/settings',
  ],
  'features/content-counts': ['features/case-studies', 'features/packages', 'features/talents'],
  'features/leads': ['features/talents', 'features/analytics'],
  // The default texts contain the defaults of the forms and filters, and the privacy policy the
  // stored data.
  'features/pages': ['features/analytics', 'features/leads', 'features/talents'],
  'features/scheduling': ['features/leads', 'features/analytics'],
  'features/payments': ['features/leads', 'features/analytics'],
  // The owner tests the connection to Stripe.
  'features/settings': ['features/payments'],
};
