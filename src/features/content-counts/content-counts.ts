/** Content counts on the dashboard. */
export interface ContentCounts {
  talents: { total: number; available: number };
  caseStudies: { total: number; featured: number };
  packages: { total: number };
}
