import type { ReactNode } from 'react';
import { moveEntry } from '../../../lib/list';
import { IconButton } from '../../../ui/Button';
import { ArrowDown, ArrowUp } from '../../../ui/icons/admin-icons';
import { Lock } from '../../../ui/icons/settings-icons';
import { LinesField, ProseField, TextField } from '../../kit/form/FormFields';
import type { FormState } from '../../kit/form/form-state';
import { WholePictureField } from '../../kit/form/PictureFields';
import type { BlockValue, MovableSection, PageBlocks, PageName } from '../contract';
import { BlockSwitch } from './BlockSwitch';
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
        <span>Always first</span>
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
          <BlockSwitch
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
        <span>Always last</span>
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

const SectionFields = ({ form }: { form: FormState }) => (
  <>
    <TextField form={form} name="title" label="Title" maxLength={160} />
    <ProseField form={form} name="intro" label="Introduction" optional maxLength={400} rows={3} />
  </>
);

const ContactFields = ({ form }: { form: FormState }) => (
  <>
    <TextField form={form} name="title" label="Title" maxLength={160} />
    <ProseField form={form} name="text" label="Text" optional maxLength={600} rows={4} />
    <TextField form={form} name="callLabel" label="Button that books a call" maxLength={40} />
    <TextField form={form} name="inquiryLabel" label="Button that opens the form" maxLength={40} />
    <TextField form={form} name="note" label="Note" optional maxLength={160} />
  </>
);

const AnnouncementFields = ({ form }: { form: FormState<PageBlocks['home']['announcement']> }) => (
  <>
    <TextField form={form} name="text" label="Text" optional maxLength={200} />
    <TextField
      form={form}
      name="link"
      label="Link"
      optional
      maxLength={500}
      hint="Starts with https:// or, for a page of this site, with /"
    />
    <BlockSwitch
      label="Show it"
      isOn={form.values.isShown}
      onChange={(isShown) => form.set({ isShown })}
    />
  </>
);

const FooterFields = ({ form }: { form: FormState }) => (
  <>
    <ProseField form={form} name="text" label="Text" optional maxLength={400} rows={3} />
    <LinesField
      form={form}
      rows={6}
      name="industries"
      label="Industries"
      optional
      hint="One a line."
    />
    <ProseField
      form={form}
      name="callText"
      label="Text about the call"
      optional
      maxLength={200}
      rows={2}
    />
    <TextField form={form} name="callLabel" label="Link that books a call" maxLength={60} />
  </>
);

const IndustryFields = ({ form }: { form: FormState }) => (
  <LinesField
    form={form}
    rows={6}
    name="industries"
    label="Industries"
    optional
    hint="One a line."
  />
);

const PrivacyFields = ({ form }: { form: FormState }) => (
  <>
    <SectionFields form={form} />
    <PolicyField form={form} />
  </>
);

const SearchFields = ({ form }: { form: FormState }) => (
  <>
    <TextField
      form={form}
      name="title"
      label="Title in search results"
      optional
      maxLength={120}
      hint="About 60 characters are shown. Empty: the standard title with your business name."
    />
    <ProseField
      form={form}
      name="description"
      label="Description"
      optional
      maxLength={300}
      rows={3}
      hint="About 155 characters are shown. Empty: the standard description."
    />
    <WholePictureField
      form={form}
      name="sharePicture"
      label="Picture of shared links"
      hint="1200 by 630 px."
    />
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
      Fields: withBlock(AnnouncementFields),
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
