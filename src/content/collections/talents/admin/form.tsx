import { useSite } from '../../../../lib/site';
import * as formStyles from '../../../../ui/form/form.module.css';
import type { FieldName } from '../../../kit/define-collection';
import {
  CheckField,
  ChipsField,
  ChoiceField,
  DisplayOrderField,
  type ItemForm,
  ProseField,
  TextField,
} from '../../../kit/form/FormFields';
import { ItemImageField } from '../../../kit/form/PictureFields';
import { PreviewButton } from '../../../kit/form/PreviewLink';
import type { ItemFormConfig } from '../../../kit/form/use-item-form';
import { type Talent, talents } from '../contract';
import { TalentCard } from '../public/TalentCard';
import { seniorities, talentRoles, talentStatuses, toolFilters } from '../talent-options';
import { HoursFields } from './HoursFields';

/** Every field of a talent. */
function TalentFields({ form }: { form: ItemForm<FieldName<Talent>> }) {
  const { filters } = useSite();
  return (
    <>
      <div className={formStyles.twoColumns}>
        <TextField form={form} name="name" />
        <TextField form={form} name="title" />
      </div>
      <div className={formStyles.twoColumns}>
        <ChoiceField form={form} name="role" options={talentRoles} emptyLabel="Select a role" />
        <ChoiceField
          form={form}
          name="seniority"
          options={seniorities}
          emptyLabel="Select a level"
        />
      </div>
      <div className={formStyles.twoColumns}>
        <TextField form={form} name="yearsExperience" inputMode="numeric" />
        <ChoiceField
          form={form}
          name="status"
          options={talentStatuses}
          getLabel={(status) => status.replaceAll('_', ' ')}
          emptyLabel="Select a status"
        />
      </div>
      <ChipsField form={form} name="skills" hint="The card shows the first six." />
      <ChipsField form={form} name="industry" suggestions={filters.industry} />
      <ChipsField form={form} name="toolProficiency" suggestions={toolFilters} />
      <ItemImageField form={form} shape="portrait" />
      <ProseField form={form} name="bio" optional />
      <ChipsField form={form} name="certifications" optional />
      <HoursFields form={form} />
      <CheckField
        form={form}
        name="onHome"
        hint="If you choose nobody, the home page shows the first nine."
      />
      <DisplayOrderField form={form} />
    </>
  );
}

/** The card that the site would show. */
function TalentPreview({ item }: { item: Talent }) {
  return (
    <TalentCard
      talent={{
        ...item,
        name: item.name || 'Name',
        title: item.title || 'Title',
        role: item.role || 'Role',
        seniority: item.seniority || 'Seniority',
      }}
      InquiryButton={PreviewButton}
    />
  );
}

export default {
  collection: talents,
  Fields: TalentFields,
  Preview: TalentPreview,
} satisfies ItemFormConfig<Talent>;
