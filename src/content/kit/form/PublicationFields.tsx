import { useId } from 'react';
import { formatZone } from '../../../lib/time/time-zone';
import { getOwnerTimeZone } from '../../../lib/time/wall-time';
import { InputField } from '../../../ui/form/fields';
import * as formStyles from '../../../ui/form/form.module.css';
import * as radioStyles from '../../../ui/form/radio.module.css';
import type { Publication } from '../define-collection';
import * as styles from './PublicationFields.module.css';
import type { PublicationTiming, usePublicationChoice } from './use-publication-choice';

type Option = readonly [timing: PublicationTiming, label: string, hint: string];

const newOptions: readonly Option[] = [
  ['now', 'Now', 'On the site within 5 seconds.'],
  ['later', 'At a time', 'Until then only you see it.'],
  ['draft', 'Keep it as a draft', 'Only you see it. It may be incomplete.'],
];

const liveOptions: readonly Option[] = [
  ['now', 'Now', 'The changes are on the site within 5 seconds.'],
  ['later', 'At a time', 'Until then the site shows it without the changes.'],
  ['draft', 'Keep the changes as a draft', 'The site shows it without the changes.'],
  ['down', 'Take it off the site', 'It stays here as a draft.'],
];

const blockOptions = liveOptions.filter(([timing]) => timing !== 'down');

interface Props {
  item: Partial<Publication> | undefined;
  /** For a block of a page: its changes can end, but it cannot be unpublished. */
  isBlock?: boolean;
  publication: Pick<ReturnType<typeof usePublicationChoice>, 'choice' | 'setChoice' | 'errors'>;
}

/** Fields for the publication of the item or its changes: start and end. */
export function PublicationFields({ item, isBlock = false, publication }: Props) {
  const { choice: value, setChoice: onChange, errors } = publication;
  const name = useId();
  const options = isBlock ? blockOptions : item?.state === 'published' ? liveOptions : newOptions;
  const timeZone = formatZone(getOwnerTimeZone());
  const isShown = value.timing === 'now' || value.timing === 'later';
  return (
    <fieldset className={styles.publication}>
      <legend>When should it go live?</legend>
      <div className={styles.choices}>
        {options.map(([timing, label, hint]) => (
          <div key={timing}>
            <label className={styles.choice}>
              <input
                className={radioStyles.radio}
                type="radio"
                name={name}
                checked={value.timing === timing}
                onChange={() => onChange({ ...value, timing })}
              />
              <span>
                <b>{label}</b>
                <small>{hint}</small>
              </span>
            </label>
            {timing === 'later' && value.timing === 'later' && (
              <div className={styles.chosenTime}>
                <TimeField
                  label="Date and time"
                  hint={`Time zone: ${timeZone}`}
                  value={value.publishAt}
                  error={errors.publishAt}
                  onChange={(publishAt) => onChange({ ...value, publishAt })}
                />
              </div>
            )}
          </div>
        ))}
      </div>
      {isShown && (
        <TimeField
          label={isBlock ? 'Take the changes back' : 'Take it down again'}
          optional
          hint={
            isBlock
              ? `Leave it empty to keep the changes. At this time the site shows again what it showed before them. Time zone: ${timeZone}`
              : `Leave it empty to keep it on the site. Time zone: ${timeZone}`
          }
          value={value.unpublishAt}
          error={errors.unpublishAt}
          onChange={(unpublishAt) => onChange({ ...value, unpublishAt })}
        />
      )}
    </fieldset>
  );
}

interface TimeProps {
  label: string;
  optional?: boolean;
  hint: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function TimeField({ label, optional = false, hint, value, error, onChange }: TimeProps) {
  return (
    <InputField
      label={label}
      optional={optional}
      hint={hint}
      error={error}
      className={`${formStyles.input} ${styles.time}`}
      type="datetime-local"
      max="9999-12-31T23:59"
      value={value}
      onChange={onChange}
    />
  );
}
