/** The site's own scheduling page. */
export const schedulePath = '/schedule';

/**
 * Builds a lead's own link for booking a call: a call that is booked from it moves this lead. The
 * id has 74 random bits and stands in the fragment, so that it reaches no server log.
 */
export const buildLeadBookingUrl = (leadId: string): string => `${schedulePath}#lead=${leadId}`;

/** Reads the lead's id from such a link's fragment; null when it has none. */
export const parseLeadFragment = (hash: string): string | null =>
  /^#lead=([\w-]{1,64})$/.exec(hash)?.[1] ?? null;
