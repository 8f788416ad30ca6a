import { CheckField, type ItemFieldsProps, ProseField, TextField } from '../form/ItemFields';
import { industryFilters } from '../talents/talent-options';
import { CaseStudyCard } from './CaseStudyCard';
import type { CaseStudy } from './case-study';

/** Every field of a case study. */
export function CaseStudyFields({ form }: ItemFieldsProps) {
  return (
    <>
      <div className="two">
        <TextField form={form} name="clientName" label="Client name" />
        <TextField form={form} name="industry" label="Industry" suggestions={industryFilters} />
      </div>
      <TextField form={form} name="title" label="Title" />
      <ProseField form={form} name="description" label="Description" />
      <div className="two">
        <TextField form={form} name="imageUrl" label="Picture" optional />
        <TextField form={form} name="clientLogo" label="Client logo" optional />
      </div>
      <div className="three">
        <TextField form={form} name="timeSaved" label="Time saved" optional placeholder="22 h" />
        <TextField
          form={form}
          name="costReduction"
          label="Cost reduction"
          optional
          placeholder="28%"
        />
        <TextField
          form={form}
          name="efficiencyGain"
          label="Efficiency gain"
          optional
          placeholder="2.1x"
        />
      </div>
      <ProseField form={form} name="testimonialQuote" label="Testimonial" optional />
      <div className="two">
        <TextField form={form} name="testimonialAuthor" label="Said by" optional />
        <TextField form={form} name="testimonialRole" label="Their role" optional />
      </div>
      <CheckField form={form} name="featured" label="Featured" />
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

/** The case study as the site would show it. */
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
