import { useRef, useState } from 'react';
import type { FormState } from '../../../foundation/forms/form-state';
import { PictureField } from '../../../foundation/media/admin/PictureField';
import { moveEntry } from '../../../lib/list';
import { Button, IconButton } from '../../../ui/Button';
import { FocusableError } from '../../../ui/form/Field';
import { InputField } from '../../../ui/form/fields';
import * as formStyles from '../../../ui/form/form.module.css';
import { Switch } from '../../../ui/form/Switch';
import { ArrowDown, ArrowUp, Plus, Trash2 } from '../../../ui/icons/admin-icons';
import { TextField } from '../../kit/form/FormFields';
import { listLimits, type PageBlocks } from '../contract';
import * as styles from './pages.module.css';

type Logos = PageBlocks['home']['logos'];
type Logo = Logos['items'][number];

/** Fits keys to the number of entries: those that were added, or that someone else saved, get new ones. */
function fitKeys(keys: readonly number[], count: number): number[] {
  const fitted = keys.slice(0, count);
  while (fitted.length < count) fitted.push(Math.max(-1, ...fitted) + 1);
  return fitted;
}

/** The form of the client logos. */
export function LogosFields({ form }: { form: FormState<Logos> }) {
  const { items } = form.values;
  // An entry that moves up keeps its key, and with it its upload.
  const [storedKeys, setKeys] = useState<readonly number[]>([]);
  const keys = fitKeys(storedKeys, items.length);
  const addButton = useRef<HTMLButtonElement>(null);

  function rearrange(change: <Entry>(list: readonly Entry[]) => Entry[]): void {
    setKeys(change(keys));
    form.set({ items: change(items) });
  }

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
          <LogoEntry
            key={keys[index]}
            form={form}
            logo={logo}
            index={index}
            uploadName={`logo ${keys[index]}`}
            onMove={(to) => rearrange((list) => moveEntry(list, index, to))}
            onRemove={() => {
              rearrange((list) => list.toSpliced(index, 1));
              // The button that had the focus is gone.
              addButton.current?.focus();
            }}
          />
        ))}
        {items.length < listLimits.logos && (
          <Button
            ref={addButton}
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
  /** Names the entry's upload, also when it has moved. */
  uploadName: string;
  onMove: (to: number) => void;
  onRemove: () => void;
}

function LogoEntry({ form, logo, index, uploadName, onMove, onRemove }: EntryProps) {
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
        onUploadingChange={(isUploading) => form.onPendingChange(uploadName, isUploading)}
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
        {/* Not disabled, because the button that was pressed would lose the focus. */}
        <IconButton
          label={`Move ${title} up`}
          aria-disabled={index === 0}
          onClick={() => index > 0 && onMove(index - 1)}
        >
          <ArrowUp />
        </IconButton>
        <IconButton
          label={`Move ${title} down`}
          aria-disabled={index === items.length - 1}
          onClick={() => index < items.length - 1 && onMove(index + 1)}
        >
          <ArrowDown />
        </IconButton>
        <IconButton label={`Remove ${title}`} onClick={onRemove}>
          <Trash2 />
        </IconButton>
      </div>
    </div>
  );
}
