/** How much content the site has: the dashboard's figures. */
export interface ContentCounts {
  talents: { total: number; available: number };
  caseStudies: { total: number; featured: number };
  packages: { total: number };
}
