/** The audit subject of changes to a lead itself. */
export const leadSubject = 'leads';
