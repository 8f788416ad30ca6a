import { PictureField } from '../../../foundation/media/admin/PictureField';
import { moveEntry } from '../../../lib/list';
import { Button, IconButton } from '../../../ui/Button';
import { FocusableError } from '../../../ui/form/Field';
import { InputField } from '../../../ui/form/fields';
import * as formStyles from '../../../ui/form/form.module.css';
import { Switch } from '../../../ui/form/Switch';
import { ArrowDown, ArrowUp, Plus, Trash2 } from '../../../ui/icons/admin-icons';
import { TextField } from '../../kit/form/FormFields';
import type { FormState } from '../../kit/form/form-state';
import { listLimits, type PageBlocks } from '../contract';
import * as styles from './pages.module.css';

type Logos = PageBlocks['home']['logos'];
type Logo = Logos['items'][number];

/** The form of the client logos. */
export function LogosFields({ form }: { form: FormState<Logos> }) {
  const { items } = form.values;
  return (
    <>
      <TextField form={form} name="title" label="Title" maxLength={100} />
      <fieldset className={styles.list}>
        <legend>Logos</legend>
        <p className={formStyles.hint}>
          Ask each client before showing a logo. Without logos the band is not shown.
        </p>
        <FocusableError message={form.errors.items} />
        {items.map((logo, index) => (
          <LogoEntry key={index} form={form} logo={logo} index={index} />
        ))}
        {items.length < listLimits.logos && (
          <Button
            variant="quiet"
            size="s"
            onClick={() =>
              form.set({
                items: [...items, { name: '', picture: '', link: null, isWhite: true }],
              })
            }
          >
            <Plus />
            Add a logo
          </Button>
        )}
      </fieldset>
    </>
  );
}

interface EntryProps {
  form: FormState<Logos>;
  logo: Logo;
  index: number;
}

function LogoEntry({ form, logo, index }: EntryProps) {
  const { items } = form.values;
  const title = logo.name || `logo ${index + 1}`;
  const change = (part: Partial<Logo>) =>
    form.set({ items: items.with(index, { ...logo, ...part }) });
  return (
    <div className={styles.entry}>
      <PictureField
        label={`Picture of ${title}`}
        kind="logo"
        isRequired
        hint="SVG, or PNG with a see-through background, at least 80 px high."
        url={logo.picture}
        ground={{ place: 'band', tone: logo.tone ?? 'color', isWhite: logo.isWhite }}
        onChange={({ url, tone }) => change({ picture: url, tone })}
        onUploadingChange={(isUploading) => form.onPendingChange(`logo ${index}`, isUploading)}
      />
      <div className={formStyles.twoColumns}>
        <InputField
          label="Client’s name"
          dir="auto"
          maxLength={60}
          value={logo.name}
          onChange={(name) => change({ name })}
        />
        <InputField
          label="Link"
          optional
          inputMode="url"
          placeholder="https://"
          maxLength={500}
          value={logo.link ?? ''}
          onChange={(link) => change({ link })}
        />
      </div>
      <div className={styles.entryActions}>
        <Switch
          className={styles.switch}
          label="Show white"
          isOn={logo.isWhite}
          onChange={(isWhite) => change({ isWhite })}
        />
        <IconButton
          label={`Move ${title} up`}
          disabled={index === 0}
          onClick={() => form.set({ items: moveEntry(items, index, index - 1) })}
        >
          <ArrowUp />
        </IconButton>
        <IconButton
          label={`Move ${title} down`}
          disabled={index === items.length - 1}
          onClick={() => form.set({ items: moveEntry(items, index, index + 1) })}
        >
          <ArrowDown />
        </IconButton>
        <IconButton
          label={`Remove ${title}`}
          onClick={() => form.set({ items: items.toSpliced(index, 1) })}
        >
          <Trash2 />
        </IconButton>
      </div>
    </div>
  );
}
