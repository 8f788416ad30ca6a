import { useId, useState } from 'react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/dialog/Dialog';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import { formatValue } from '../audit/admin/changes';
import * as styles from './ConflictDialog.module.css';
import type { ConflictChoice, FieldDifference } from './form-state';

interface Props {
  /** The changed document as a phrase for a sentence: "this talent". */
  subject: string;
  labels: Record<string, string>;
  differences: readonly FieldDifference[];
  /** Formats a field's value; undefined for the default format. */
  formatValue: ((name: string, value: unknown) => string | undefined) | undefined;
  onSave: (choices: Record<string, ConflictChoice>) => void;
  onClose: () => void;
}

const choiceLabels: readonly (readonly [ConflictChoice, string])[] = [
  ['theirs', 'Take theirs'],
  ['mine', 'Keep mine'],
];

/** Shows two people's versions side by side of the fields that both changed, with a choice for each. */
export function ConflictDialog(props: Props) {
  const { subject, labels, differences, onSave, onClose } = props;
  const name = useId();
  const getChoices = (choice: ConflictChoice) =>
    Object.fromEntries(differences.map((field) => [field.name, choice]));
  const [choices, setChoices] = useState(() => getChoices('mine'));

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Someone else changed ${subject} in the meantime`}
      description="Your changes are not saved yet. Choose what to keep of what you both changed. Everything else is kept from both of you."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Back to the form
          </Button>
          <Button onClick={() => onSave(choices)}>Save</Button>
        </>
      }
    >
      <div className={layoutStyles.actions}>
        <Button variant="secondary" size="s" onClick={() => setChoices(getChoices('theirs'))}>
          Take all theirs
        </Button>
        <Button variant="secondary" size="s" onClick={() => setChoices(getChoices('mine'))}>
          Keep all mine
        </Button>
      </div>
      {differences.map((field) => (
        <fieldset key={field.name} className={styles.versions}>
          <legend>{labels[field.name]}</legend>
          {choiceLabels.map(([choice, text]) => (
            <label key={choice}>
              <span className={styles.choice}>
                <input
                  type="radio"
                  name={`${name}-${field.name}`}
                  checked={choices[field.name] === choice}
                  onChange={() => setChoices((last) => ({ ...last, [field.name]: choice }))}
                />
                {text}
              </span>
              <span className={styles.text}>
                {props.formatValue?.(field.name, field[choice]) ?? formatValue(field[choice]) ?? (
                  <em>empty</em>
                )}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </Dialog>
  );
}
