import { collections } from '../../features/collections';

/** Descriptions of the groups of operations. A collection's group is named after its path. */
const featureDescriptions: Record<string, string> = {
  auth: 'Signing in and out. The session is a cookie.',
  'client-errors': 'Errors of pages in visitors’ browsers.',
  content: 'Figures about the content as a whole.',
  demo: 'The demo content of a new site.',
  funnel: 'Anonymous counts of how far visits get.',
  leads: 'Inquiries: everyone may send one, the owner works with them.',
  payments: 'Card payments for packages.',
  pictures: 'Uploads of pictures.',
  scheduling: 'Discovery calls: free times, bookings, availability.',
  settings: 'What the owner sets in the admin area. Environment variables win.',
  security: 'The second factor, running sessions and security events.',
};

/** The groups of the API's operations, with their descriptions. */
export const apiTags = [
  ...collections.map(({ path, label }) => ({
    name: path,
    description: `The collection "${label}": everyone may read it, the owner edits it.`,
  })),
  ...Object.entries(featureDescriptions).map(([name, description]) => ({ name, description })),
];
