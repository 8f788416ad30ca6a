import { type ReactNode, useId, useState } from 'react';
import { formatValue } from '../../../foundation/audit/admin/changes';
import { findSetting } from '../../../foundation/environment/contract';
import type { SettingName } from '../../../foundation/environment/settings-table';
import { formatDate } from '../../../lib/time/format-date';
import { Button } from '../../../ui/Button';
import { Field } from '../../../ui/form/Field';
import * as formStyles from '../../../ui/form/form.module.css';
import { Switch } from '../../../ui/form/Switch';
import { Lock } from '../../../ui/icons/desk-icons';
import * as badgeStyles from '../../../ui/styles/badges.module.css';
import * as textStyles from '../../../ui/styles/text.module.css';
import { TextField } from '../../kit/form/FormFields';
import * as styles from './SettingFields.module.css';
import { useSettingsContext } from './SettingsContext';
import { getPlaceholder } from './setting-values';

interface SettingProps {
  name: SettingName;
  children: ReactNode;
}

/** A setting's field, or its value if the server sets it. Hidden while the search skips it. */
export function Setting({ name, children }: SettingProps) {
  const { stored, isFound } = useSettingsContext();
  return (
    <div hidden={!isFound(name)}>
      {stored.fields[name]?.source === 'server' ? <ServerSetting name={name} /> : children}
    </div>
  );
}

/** A setting that an environment variable sets. Of secrets, the value is never shown. */
function ServerSetting({ name }: { name: SettingName }) {
  const { form, stored } = useSettingsContext();
  const { value, variable, isSet } = stored.fields[name] ?? {};
  const text = isSet === undefined ? formatValue(value) : isSet ? 'Saved' : null;
  return (
    <ServerValue label={form.labels[name] ?? name} text={text ?? 'Not set'} variable={variable} />
  );
}

interface ServerValueProps {
  label: string;
  text: string;
  variable: string | null | undefined;
}

/** A value that only an environment variable changes. */
export function ServerValue({ label, text, variable }: ServerValueProps) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a group of controls
    <div className={formStyles.field} role="group" aria-labelledby={id}>
      <span className={formStyles.label} id={id}>
        {label}
      </span>
      <div className={styles.fromServer}>
        <Lock />
        <span>{text}</span>
        <span className={badgeStyles.badge}>Set by the server</span>
      </div>
      <p className={formStyles.hint}>
        {`Only the person who runs your server can change this (${variable}).`}
      </p>
    </div>
  );
}

const inputModes = { number: 'numeric', url: 'url' } as const;

/** A setting that is a line of text or a number. Its placeholder is its default. */
export function TextSetting({ name }: { name: SettingName }) {
  const { form, stored } = useSettingsContext();
  const { hint, control } = findSetting(name) ?? {};
  return (
    <Setting name={name}>
      <TextField
        form={form}
        name={name}
        optional
        hint={hint}
        placeholder={getPlaceholder(stored, name)}
        inputMode={control === 'number' || control === 'url' ? inputModes[control] : 'text'}
      />
    </Setting>
  );
}

/** A setting that is on or off. */
export function SwitchSetting({ name }: { name: SettingName }) {
  const { form } = useSettingsContext();
  const hint = findSetting(name)?.hint;
  const id = useId();
  return (
    <Setting name={name}>
      <div className={formStyles.field}>
        <label htmlFor={id}>{form.labels[name]}</label>
        <Switch
          id={id}
          isOn={form.values[name] === true}
          onChange={(isOn) => form.set({ [name]: isOn })}
        />
        {hint && <p className={formStyles.hint}>{hint}</p>}
      </div>
    </Setting>
  );
}

/**
 * A write-only secret: the form knows only whether it is saved, and sends a new one or its removal.
 */
export function SecretSetting({ name }: { name: SettingName }) {
  const { form, stored } = useSettingsContext();
  const hint = findSetting(name)?.hint;
  const value = form.values[name];
  /** The version of the settings that is being replaced. Saving makes a new one. */
  const [replacedVersion, setReplacedVersion] = useState<string>();
  /** Whether a button was used. Its successor then takes the focus. */
  const [isUsed, setIsUsed] = useState(false);
  const label = form.labels[name] ?? name;
  const error = form.errors[name];
  const isSet = stored.fields[name]?.isSet === true;
  const isTyped = typeof value === 'string' && value !== '';

  function change(next: string | boolean, version?: string) {
    form.set({ [name]: next });
    setReplacedVersion(version);
    setIsUsed(true);
  }

  if (isSet && !isTyped && !error && replacedVersion !== stored.version) {
    return (
      <Setting name={name}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be a group of controls */}
        <div className={formStyles.field} role="group" aria-label={label}>
          <span className={formStyles.label}>{label}</span>
          <SavedSecret
            ending={stored.fields[name]?.ending}
            updatedAt={stored.fields[name]?.updatedAt}
            isRemoved={value === true}
            isUsed={isUsed}
            onReplace={() => change('', stored.version)}
            onRemove={() => change(true)}
            onKeep={() => change('')}
          />
          {hint && <p className={formStyles.hint}>{hint}</p>}
        </div>
      </Setting>
    );
  }
  return (
    <Setting name={name}>
      <Field label={label} optional={!isSet} error={error} hint={hint}>
        {(control) => (
          <div className={styles.withButton}>
            <input
              {...control}
              className={formStyles.input}
              type="password"
              // Keeps password managers from filling in the admin password.
              autoComplete="new-password"
              value={isTyped ? value : ''}
              // A blank one would keep the saved secret, so it is no change.
              onChange={({ target }) => form.set({ [name]: target.value.trim() && target.value })}
              // biome-ignore lint/a11y/noAutofocus: the button that had the focus is replaced by it
              autoFocus={replacedVersion === stored.version}
            />
            {isSet && (
              <Button variant="quiet" onClick={() => change('')}>
                Cancel
              </Button>
            )}
          </div>
        )}
      </Field>
    </Setting>
  );
}

interface SavedSecretProps {
  ending: string | undefined;
  updatedAt: string | null | undefined;
  isRemoved: boolean;
  isUsed: boolean;
  onReplace: () => void;
  onRemove: () => void;
  onKeep: () => void;
}

/** A secret that is saved, with buttons to replace and remove it. */
function SavedSecret({ ending, updatedAt, isRemoved, isUsed, ...actions }: SavedSecretProps) {
  if (isRemoved) {
    return (
      <div className={styles.secret}>
        <p>
          <b>Removed when you save</b>
        </p>
        <Button key="keep" variant="quiet" size="s" autoFocus onClick={actions.onKeep}>
          Keep it
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.secret}>
      <p>
        <b>Saved</b> {ending && <span>ends in {ending}</span>}{' '}
        {updatedAt && <span className={textStyles.meta}>{formatDate(updatedAt)}</span>}
      </p>
      <Button key="replace" variant="quiet" size="s" autoFocus={isUsed} onClick={actions.onReplace}>
        Replace
      </Button>
      <Button variant="quiet" size="s" onClick={actions.onRemove}>
        Remove
      </Button>
    </div>
  );
}
