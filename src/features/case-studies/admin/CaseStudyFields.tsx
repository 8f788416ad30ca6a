import {
  CheckField,
  DisplayOrderField,
  type ItemForm,
  ProseField,
  TextField,
} from '../../../collection-kit/form/ItemFields';
import { ItemImageField, ItemLogoField } from '../../../collection-kit/form/ItemPictureFields';
import { industryFilters } from '../../talents/talent-options';
import type { CaseStudy, caseStudies } from '../contract';
import { CaseStudyCard } from '../public/CaseStudyCard';

type CaseStudyField = keyof typeof caseStudies.fields;

/** Field labels. */
export const caseStudyLabels: Record<CaseStudyField, string> = {
  clientName: 'Client name',
  industry: 'Industry',
  title: 'Title',
  description: 'Description',
  imageUrl: 'Picture',
  imageAlt: 'What the picture shows',
  imageFocus: 'Part of the picture that stays in view',
  clientLogo: 'Client logo',
  timeSaved: 'Time saved',
  costReduction: 'Cost reduction',
  efficiencyGain: 'Efficiency gain',
  testimonialQuote: 'Testimonial',
  testimonialAuthor: 'Said by',
  testimonialRole: 'Their role',
  featured: 'Featured',
  displayOrder: 'Display order',
};

/** Form fields of a case study. */
export function CaseStudyFields({ form }: { form: ItemForm<CaseStudyField> }) {
  return (
    <>
      <div className="two">
        <TextField form={form} name="clientName" />
        <TextField form={form} name="industry" suggestions={industryFilters} />
      </div>
      <TextField form={form} name="title" />
      <ProseField form={form} name="description" />
      <ItemImageField form={form} shape="case" />
      <ItemLogoField form={form} />
      <div className="three">
        <TextField form={form} name="timeSaved" optional placeholder="22 h a week" />
        <TextField form={form} name="costReduction" optional placeholder="28%" />
        <TextField form={form} name="efficiencyGain" optional placeholder="2.1x" />
      </div>
      <ProseField form={form} name="testimonialQuote" optional />
      <div className="two">
        <TextField form={form} name="testimonialAuthor" optional />
        <TextField form={form} name="testimonialRole" optional />
      </div>
      <CheckField form={form} name="featured" />
      <DisplayOrderField form={form} />
    </>
  );
}

/** Live preview: the case study's card. */
export function CaseStudyPreview({ item }: { item: CaseStudy }) {
  return (
    <CaseStudyCard
      study={{
        ...item,
        clientName: item.clientName || 'Client name',
        industry: item.industry || 'Industry',
        title: item.title || 'Title',
      }}
    />
  );
}
