/** Months that an enquiry is kept. The privacy page says so, and housekeeping does so. */
export const leadRetentionMonths = 12;
