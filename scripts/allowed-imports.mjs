/** The allowed imports between folders: the architecture as data, enforced by `npm run check`. */

/**
 * The folders of `src`, and `demo`, from top to bottom. A folder may import from all floors below
 * its own. A room with a floor of its own is named by its path.
 * @type {string[][]}
 */
export const floors = [
  ['app'],
  ['operations', 'demo'],
  ['routes'],
  ['cover', 'leads', 'scheduling', 'payments', 'proposals', 'analytics', 'content'],
  ['content/kit'],
  ['foundation'],
  ['http', 'db', 'ui'],
  ['lib'],
];

/** Floors whose subfolders may import each other only along an arrow. */
export const floorsWithRooms = ['content', 'foundation'];

/**
 * The imports that are allowed within a floor. A folder is named below those that it imports, so that
 * there are no cycles.
 * @type {Record<string, string[]>}
 */
export const arrows = {
  http: ['db'],
  'foundation/auth': ['foundation/environment'],
  'foundation/audit': ['foundation/auth'],
  'foundation/media': ['foundation/auth', 'foundation/environment'],
  'foundation/outbox': ['foundation/auth', 'foundation/environment'],
  'foundation/forms': ['foundation/audit', 'foundation/auth'],
  'foundation/webhooks': [
    'foundation/forms',
    'foundation/audit',
    'foundation/auth',
    'foundation/outbox',
    'foundation/environment',
  ],
  'content/counts': ['content/collections'],
  cover: ['analytics', 'content/collections'],
  leads: ['analytics', 'content/collections', 'cover'],
  scheduling: ['leads', 'analytics', 'cover'],
  payments: ['leads', 'analytics'],
  proposals: ['payments', 'leads', 'cover', 'content/collections'],
  // The default texts contain the defaults of the forms and filters, and the privacy policy the
  // stored data.
  'content/pages': ['analytics', 'content/collections', 'leads'],
  // The owner tests the connection to Stripe.
  'content/settings': ['payments'],
};
