import { z } from '../../lib/schema';

/** Content counts on the dashboard. */
export const contentCounts = z.object({
  talents: z.object({ total: z.number(), available: z.number() }),
  caseStudies: z.object({ total: z.number(), featured: z.number() }),
  packages: z.object({ total: z.number() }),
});

export type ContentCounts = z.output<typeof contentCounts>;
