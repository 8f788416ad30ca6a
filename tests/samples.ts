import { type CollectionPath, collections } from '../src/features/collections';

/** A lead with every field filled in. */
export const sampleLead = {
  companyName: 'Halden Skin Studios',
  contactName: 'Olga Brenner',
  email: 'olga@haldenskin.example',
  phone: '+1 555 0100',
  industry: 'Beauty',
  numberOfLocations: 4,
  interestedPackage: 'Full PM',
  message: 'Front desk is alone from 11:30 to 3.\nWe lose bookings.',
};

/** A valid new item for each collection, with every field filled in. */
export const sampleItems = Object.fromEntries(
  collections.map(({ path, example }): [CollectionPath, Record<string, unknown>] => [
    path,
    example,
  ]),
) as Record<CollectionPath, Record<string, unknown>>;
