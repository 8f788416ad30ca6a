import { defineCollection, type Item } from '../../collection-kit/define-collection';
import {
  displayOrder,
  optionalPictureUrl,
  optionalProse,
  optionalText,
  pictureFocus,
  requiredProse,
  requiredText,
  z,
} from '../../lib/schema';

/** A case study's rules and messages (specification, sections 3 and 5). */
export const caseStudies = defineCollection({
  path: 'case-studies',
  table: 'caseStudies',
  label: 'Case study',
  fields: {
    clientName: requiredText(120, 'Client name is required'),
    clientLogo: optionalPictureUrl(500),
    industry: requiredText(80, 'Industry is required'),
    imageUrl: optionalPictureUrl(500),
    imageAlt: optionalText(300),
    imageFocus: pictureFocus(),
    title: requiredText(200, 'Title is required'),
    description: requiredProse(4000, 'Description is required'),
    timeSaved: optionalText(40),
    costReduction: optionalText(40),
    efficiencyGain: optionalText(40),
    testimonialQuote: optionalProse(1000),
    testimonialAuthor: optionalText(120),
    testimonialRole: optionalText(120),
    featured: z.boolean(),
    displayOrder: displayOrder(),
  },
  defaults: {
    clientLogo: null,
    imageUrl: null,
    imageAlt: null,
    imageFocus: '50% 50%',
    timeSaved: null,
    costReduction: null,
    efficiencyGain: null,
    testimonialQuote: null,
    testimonialAuthor: null,
    testimonialRole: null,
    featured: false,
  },
  getName: (study) => study.clientName,
});

export type CaseStudy = Item<typeof caseStudies>;
