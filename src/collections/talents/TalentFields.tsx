import {
  ChipsField,
  type ItemFieldsProps,
  ProseField,
  SelectField,
  TextField,
} from '../form/ItemFields';
import { TalentCard } from './TalentCard';
import type { Talent } from './talent';
import {
  industryFilters,
  seniorities,
  talentRoles,
  talentStatuses,
  toolFilters,
} from './talent-options';

/** Every field of a talent. */
export function TalentFields({ form }: ItemFieldsProps) {
  return (
    <>
      <div className="two">
        <TextField form={form} name="name" label="Name" />
        <TextField form={form} name="title" label="Title" />
      </div>
      <div className="two">
        <SelectField
          form={form}
          name="role"
          label="Role"
          options={talentRoles}
          none="Select a role"
        />
        <SelectField
          form={form}
          name="seniority"
          label="Seniority"
          options={seniorities}
          none="Select a level"
        />
      </div>
      <div className="two">
        <TextField
          form={form}
          name="yearsExperience"
          label="Years of experience"
          inputMode="numeric"
        />
        <SelectField
          form={form}
          name="status"
          label="Status"
          options={talentStatuses}
          labelOf={(status) => status.replaceAll('_', ' ')}
          none="Select a status"
        />
      </div>
      <ChipsField
        form={form}
        name="skills"
        label="Skills"
        hint="Separate them with commas. The card shows the first six."
      />
      <ChipsField form={form} name="industry" label="Industries" suggestions={industryFilters} />
      <ChipsField form={form} name="toolProficiency" label="Tools" suggestions={toolFilters} />
      <TextField form={form} name="imageUrl" label="Picture" optional />
      <ProseField form={form} name="bio" label="Bio" optional />
      <ChipsField form={form} name="certifications" label="Certifications" optional />
      <TextField
        form={form}
        name="displayOrder"
        label="Display order"
        inputMode="numeric"
        optional
        hint="Lower numbers come first. Left empty, it goes last."
      />
    </>
  );
}

/** The card that the site would show. */
export function TalentPreview({ item }: { item: Talent }) {
  return (
    <TalentCard talent={{ ...item, name: item.name || 'Name', title: item.title || 'Title' }} />
  );
}
