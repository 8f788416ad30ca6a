/** Ids and times that several examples share. */
export const id = '0d5c2b52-8a3c-4c7e-9a55-6a1f0a3d4b10';
export const otherId = '5b1f6c3e-2f6d-4a1b-8a0e-3f1f1a6f7c22';
export const createdAt = '2026-03-02T14:05:09.000Z';
export const updatedAt = '2026-03-04T09:30:00.000Z';

/** The publication of an item or a text that visitors see. */
export const publication = { state: 'published', publishAt: null, unpublishAt: null };

/** An entry of a history, without its subject and the values before and after. */
export const historyEntry = { id: otherId, action: 'changed', at: updatedAt, by: 'admin' };

/** A lead with every field of the form filled in. */
export const exampleLead = {
  companyName: 'Halden Skin Studios',
  contactName: 'Olga Brenner',
  email: 'olga@haldenskin.example',
  phone: '+1 555 0100',
  industry: 'Beauty',
  numberOfLocations: 4,
  interestedPackage: 'Full PM',
  message: 'Front desk is alone from 11:30 to 3.\nWe lose bookings.',
};
