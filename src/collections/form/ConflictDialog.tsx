import { useId, useState } from 'react';
import { inWords } from '../../features/audit/changes';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import type { Choice, Difference } from './item-conflict';
import './ConflictDialog.css';

interface Props {
  /** What one item is called, in the middle of a sentence. */
  noun: string;
  labels: Record<string, string>;
  found: readonly Difference[];
  onSave: (choices: Record<string, Choice>) => void;
  onClose: () => void;
}

const sides: readonly (readonly [Choice, string])[] = [
  ['theirs', 'Take theirs'],
  ['mine', 'Keep mine'],
];

/** Two people's versions of an item side by side, to choose from field by field. */
export function ConflictDialog({ noun, labels, found, onSave, onClose }: Props) {
  const name = useId();
  // What only the other changed is theirs to begin with: choosing nothing loses nothing.
  const [choices, setChoices] = useState<Record<string, Choice>>(() =>
    Object.fromEntries(found.map((field) => [field.name, field.isMine ? 'mine' : 'theirs'])),
  );
  const all = (choice: Choice) =>
    setChoices(Object.fromEntries(found.map((field) => [field.name, choice])));

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Someone else has changed this ${noun} meanwhile`}
      description="Nothing is saved yet. Choose what to keep where the two versions differ."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Back to the form
          </Button>
          <Button onClick={() => onSave(choices)}>Save</Button>
        </>
      }
    >
      <div className="acts">
        <Button variant="secondary" size="s" onClick={() => all('theirs')}>
          Take all theirs
        </Button>
        <Button variant="secondary" size="s" onClick={() => all('mine')}>
          Keep all mine
        </Button>
      </div>
      {found.map((field) => (
        <fieldset key={field.name} className="two-v">
          <legend>{labels[field.name]}</legend>
          {sides.map(([choice, text]) => (
            <label key={choice}>
              <span className="two-v-c">
                <input
                  type="radio"
                  name={`${name}-${field.name}`}
                  checked={choices[field.name] === choice}
                  onChange={() => setChoices((last) => ({ ...last, [field.name]: choice }))}
                />
                {text}
              </span>
              <span className="two-v-t">{inWords(field[choice]) ?? <em>empty</em>}</span>
            </label>
          ))}
        </fieldset>
      ))}
    </Dialog>
  );
}
