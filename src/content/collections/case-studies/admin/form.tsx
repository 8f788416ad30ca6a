import { useSite } from '../../../../lib/site';
import * as formStyles from '../../../../ui/form/form.module.css';
import type { FieldName } from '../../../kit/define-collection';
import {
  CheckField,
  DisplayOrderField,
  type ItemForm,
  ProseField,
  TextField,
} from '../../../kit/form/FormFields';
import * as dialogStyles from '../../../kit/form/ItemDialog.module.css';
import { ItemImageField, ItemLogoField } from '../../../kit/form/PictureFields';
import type { ItemFormConfig } from '../../../kit/form/use-item-form';
import { type CaseStudy, caseStudies } from '../contract';
import { CaseStudyCard } from '../public/CaseStudyCard';

/** Every field of a case study. */
function CaseStudyFields({ form }: { form: ItemForm<FieldName<CaseStudy>> }) {
  const { filters } = useSite();
  return (
    <>
      <div className={formStyles.twoColumns}>
        <TextField form={form} name="clientName" />
        <TextField form={form} name="industry" suggestions={filters.industry} />
      </div>
      <TextField form={form} name="title" />
      <ProseField form={form} name="description" />
      <ItemImageField form={form} shape="case" />
      <ItemLogoField form={form} />
      <div className={dialogStyles.threeColumns}>
        <TextField form={form} name="timeSaved" optional placeholder="22 h a week" />
        <TextField form={form} name="costReduction" optional placeholder="28%" />
        <TextField form={form} name="efficiencyGain" optional placeholder="2.1x" />
      </div>
      <ProseField form={form} name="testimonialQuote" optional />
      <div className={formStyles.twoColumns}>
        <TextField form={form} name="testimonialAuthor" optional />
        <TextField form={form} name="testimonialRole" optional />
      </div>
      <CheckField form={form} name="featured" />
      <DisplayOrderField form={form} />
    </>
  );
}

/** The case study as the site would show it. */
function CaseStudyPreview({ item }: { item: CaseStudy }) {
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

export default {
  collection: caseStudies,
  Fields: CaseStudyFields,
  Preview: CaseStudyPreview,
  hasTallPreview: true,
} satisfies ItemFormConfig<CaseStudy>;
