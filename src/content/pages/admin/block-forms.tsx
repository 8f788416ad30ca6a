import type { ReactNode } from 'react';
import type { FormState } from '../../../foundation/forms/form-state';
import { moveEntry } from '../../../lib/list';
import { IconButton } from '../../../ui/Button';
import { Switch } from '../../../ui/form/Switch';
import { ArrowDown, ArrowUp } from '../../../ui/icons/admin-icons';
import { Lock } from '../../../ui/icons/desk-icons';
import { LinesField, ProseField, TextField } from '../../kit/form/FormFields';
import { WholePictureField } from '../../kit/form/PictureFields';
import type { BlockValue, MovableSection, PageBlocks, PageName } from '../contract';
import { HeroFields } from './HeroFields';
import { LogosFields } from './LogosFields';
import { PolicyField } from './PolicyField';
import * as styles from './pages.module.css';

const titles: Record<MovableSection, string> = {
  logos: 'Client logos',
  talent: 'Talent',
  'case-studies': 'Case studies',
  pricing: 'Packages',
};

/** The order of the home page's sections, and which of them are shown. */
function SectionsFields({ form }: { form: FormState<PageBlocks['home']['sections']> }) {
  const { order, hidden } = form.values;
  return (
    <ol className={styles.order}>
      <li>
        <Lock />
        <b>Hero</b>
        <small>Always first</small>
      </li>
      {order.map((id, index) => (
        <li key={id}>
          <IconButton
            label={`Move ${titles[id]} up`}
            disabled={index === 0}
            onClick={() => form.set({ order: moveEntry(order, index, index - 1) })}
          >
            <ArrowUp />
          </IconButton>
          <IconButton
            label={`Move ${titles[id]} down`}
            disabled={index === order.length - 1}
            onClick={() => form.set({ order: moveEntry(order, index, index + 1) })}
          >
            <ArrowDown />
          </IconButton>
          <Switch
            className={styles.switch}
            label={titles[id]}
            isOn={!hidden.includes(id)}
            onChange={(isOn) =>
              form.set({ hidden: isOn ? hidden.filter((one) => one !== id) : [...hidden, id] })
            }
          />
        </li>
      ))}
      <li>
        <Lock />
        <b>Contact</b>
        <small>Always last</small>
      </li>
    </ol>
  );
}

/** How the owner edits a block. */
export interface BlockEditor {
  /** The block's name in the contract. */
  block: string;
  title: string;
  /** Where it stands on the site. */
  text: string;
  Fields: (props: { form: FormState }) => ReactNode;
}

/** Types the values of a block's form. */
const withBlock =
  <V extends BlockValue>(Fields: (props: { form: FormState<V> }) => ReactNode) =>
  ({ form }: { form: FormState }) => (
    // The values were parsed by the block's schema.
    <Fields form={form as unknown as FormState<V>} />
  );

/** A field of a form that needs nothing but its values. */
interface FieldRow {
  name: string;
  label: string;
  /** A line of text by default. */
  Field?: typeof TextField | typeof ProseField | typeof LinesField | typeof WholePictureField;
  isRequired?: true;
  maxLength?: number;
  rows?: number;
  hint?: string;
}

/** Lists fields one below the other. */
const listFields =
  (rows: readonly FieldRow[]) =>
  ({ form }: { form: FormState }) =>
    rows.map(({ Field = TextField, isRequired = false, hint = '', ...field }) => (
      <Field key={field.name} form={form} optional={!isRequired} hint={hint} {...field} />
    ));

const title: FieldRow = { name: 'title', label: 'Title', isRequired: true, maxLength: 160 };

const industries: FieldRow = {
  ...{ name: 'industries', label: 'Industries', hint: 'One a line.' },
  ...{ Field: LinesField, rows: 6 },
};

const SectionFields = listFields([
  title,
  { name: 'intro', label: 'Introduction', Field: ProseField, maxLength: 400, rows: 3 },
]);

const ContactFields = listFields([
  title,
  { name: 'text', label: 'Text', Field: ProseField, maxLength: 600, rows: 4 },
  { name: 'callLabel', label: 'Button that books a call', isRequired: true, maxLength: 40 },
  { name: 'inquiryLabel', label: 'Button that opens the form', isRequired: true, maxLength: 40 },
  { name: 'note', label: 'Note', maxLength: 160 },
]);

const FooterFields = listFields([
  { name: 'text', label: 'Text', Field: ProseField, maxLength: 400, rows: 3 },
  industries,
  { name: 'callText', label: 'Text about the call', Field: ProseField, maxLength: 200, rows: 2 },
  { name: 'callLabel', label: 'Link that books a call', isRequired: true, maxLength: 60 },
]);

const IndustryFields = listFields([industries]);

const SearchFields = listFields([
  {
    name: 'title',
    label: 'Title in search results',
    maxLength: 120,
    hint: 'About 60 characters are shown. Empty: the standard title with your business name.',
  },
  {
    ...{ name: 'description', label: 'Description', Field: ProseField, maxLength: 300, rows: 3 },
    hint: 'About 155 characters are shown. Empty: the standard description.',
  },
  {
    ...{ name: 'sharePicture', label: 'Picture of shared links', Field: WholePictureField },
    hint: '1200 by 630 px.',
  },
]);

const AnnouncementTexts = listFields([
  { name: 'text', label: 'Text', maxLength: 200 },
  {
    ...{ name: 'link', label: 'Link', maxLength: 500 },
    hint: 'Starts with https:// or, for a page of this site, with /',
  },
]);

const AnnouncementFields = ({ form }: { form: FormState }) => (
  <>
    <AnnouncementTexts form={form} />
    <Switch
      className={styles.switch}
      label="Show it"
      isOn={form.values.isShown === true}
      onChange={(isShown) => form.set({ isShown })}
    />
  </>
);

const PrivacyFields = ({ form }: { form: FormState }) => (
  <>
    <SectionFields form={form} />
    <PolicyField form={form} />
  </>
);

const searchEditor: BlockEditor = {
  block: 'seo',
  title: 'Search and sharing',
  text: 'In search results and link previews',
  Fields: SearchFields,
};

/** The blocks of each page, in the order of the page. */
export const blockEditors: Record<PageName, readonly BlockEditor[]> = {
  home: [
    {
      block: 'announcement',
      title: 'Announcement bar',
      text: 'One line above the header of every page',
      Fields: AnnouncementFields,
    },
    {
      block: 'sections',
      title: 'Order of the sections',
      text: 'Which sections are shown, and where',
      Fields: withBlock(SectionsFields),
    },
    {
      block: 'hero',
      title: 'Hero',
      text: 'Headline, buttons and schedule',
      Fields: withBlock(HeroFields),
    },
    {
      block: 'logos',
      title: 'Client logos',
      text: 'The dark band under the hero, and the foot of every page',
      Fields: withBlock(LogosFields),
    },
    { block: 'talent', title: 'Talent', text: 'Title and introduction', Fields: SectionFields },
    {
      block: 'caseStudies',
      title: 'Case studies',
      text: 'Title and introduction',
      Fields: SectionFields,
    },
    { block: 'pricing', title: 'Packages', text: 'Title and introduction', Fields: SectionFields },
    { block: 'contact', title: 'Contact', text: 'The last section', Fields: ContactFields },
    { block: 'footer', title: 'Footer', text: 'At the foot of every page', Fields: FooterFields },
    {
      block: 'inquiry',
      title: 'Industries in the form',
      text: 'What visitors choose from in the inquiry form',
      Fields: IndustryFields,
    },
    searchEditor,
  ],
  talent: [
    { block: 'header', title: 'Heading', text: 'Title and introduction', Fields: SectionFields },
    {
      block: 'filters',
      title: 'Industries in the filters',
      text: 'What visitors filter your people by',
      Fields: IndustryFields,
    },
    searchEditor,
  ],
  privacy: [
    { block: 'text', title: 'Privacy text', text: 'Your policy', Fields: PrivacyFields },
    searchEditor,
  ],
};
