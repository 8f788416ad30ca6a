/** The anchors of the blocks that have one on their page. */
export const blockAnchors: Readonly<Record<string, string>> = {
  talent: '#talent',
  caseStudies: '#case-studies',
  pricing: '#pricing',
  contact: '#contact',
};
