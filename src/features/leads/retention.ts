/**
 * Retention period of a lead, in months. Stated on the privacy page and enforced by housekeeping.
 */
export const leadRetentionMonths = 12;
