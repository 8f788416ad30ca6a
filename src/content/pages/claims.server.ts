import { isDeepStrictEqual } from 'node:util';
import { getBlockId, getDefaults } from './blocks.server';
import type { Claim, MovableSection, PageBlocks, PageName } from './contract';

interface ClaimField {
  page: PageName;
  block: string;
  field: string;
  /** Where visitors read it. */
  place: string;
  /** The section that shows it, which the owner may have hidden. */
  section?: MovableSection;
  /** A description of the text, if it is too long to be listed. */
  text?: string;
}

/** The standard texts that say something about the business, in the order of the pages. */
const claimFields: readonly ClaimField[] = [
  { page: 'home', block: 'hero', field: 'text', place: 'Home page, under the headline' },
  {
    ...{ page: 'home', block: 'logos', field: 'title', section: 'logos' },
    place: 'Home page, over the client logos',
  },
  {
    ...{ page: 'home', block: 'talent', field: 'intro', section: 'talent' },
    place: 'Home page, over your people',
  },
  {
    ...{ page: 'home', block: 'caseStudies', field: 'intro', section: 'case-studies' },
    place: 'Home page, over the case studies',
  },
  {
    ...{ page: 'home', block: 'pricing', field: 'intro', section: 'pricing' },
    place: 'Home page, over the packages',
  },
  { page: 'home', block: 'contact', field: 'text', place: 'Home page, last section' },
  { page: 'home', block: 'contact', field: 'note', place: 'Home page, under its last buttons' },
  { page: 'home', block: 'footer', field: 'text', place: 'Foot of every page' },
  { page: 'home', block: 'footer', field: 'callText', place: 'Foot of every page, about the call' },
  { page: 'talent', block: 'header', field: 'intro', place: 'Talent page, under its title' },
  {
    ...{ page: 'privacy', block: 'text', field: 'markdown', place: 'Privacy page' },
    text: 'What you store, why, for how long, and who sees it. It also promises replies within 30 days.',
  },
];

/**
 * Lists what the standard texts claim about the business: those that the owner has not changed, and
 * that a page shows.
 */
export function listClaims(blocks: PageBlocks): Claim[] {
  const { sections, logos } = blocks.home;
  const isShown = ({ section }: ClaimField) =>
    section === undefined ||
    (!sections.hidden.includes(section) && (section !== 'logos' || logos.items.length > 0));
  return claimFields.filter(isShown).flatMap((claim) => {
    const { page, block, field, place, text } = claim;
    const values: Record<string, Record<string, unknown>> = blocks[page];
    const standard = getDefaults(claim)[field];
    if (!isDeepStrictEqual(values[block]?.[field], standard)) return [];
    return [{ blockId: getBlockId({ page, block }), place, text: text ?? String(standard) }];
  });
}
