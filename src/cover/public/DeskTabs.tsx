import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { isSameText } from '../../lib/to-comparable';
import { Button, IconButton } from '../../ui/Button';
import * as formStyles from '../../ui/form/form.module.css';
import type { Plan } from '../contract';
import { countMinutes } from '../plan-words';
import { planLimits } from '../week';
import * as styles from './DeskTabs.module.css';
import { Pencil, Plus } from './sheet-icons';

interface Props {
  plan: Plan;
  /** Index of the desk that is shown. */
  desk: number;
  onDeskChange: (desk: number) => void;
  /** Adds, renames or removes a desk. Undefined if the plan is read-only. */
  onChange: ((plan: Plan, desk: number) => void) | undefined;
  /** The id of the panel that the tabs switch; its label has the id with "-tab". */
  panelId: string;
}

/** The desks of a plan as tabs, with their hours. */
export function DeskTabs({ plan, desk, onDeskChange, onChange, panelId }: Props) {
  /** The desk that is being named; the next index for a new one. */
  const [named, setNamed] = useState<number | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const wasNaming = useRef(false);
  useEffect(() => {
    // The form that had the focus is gone.
    if (named === null && wasNaming.current) {
      list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
    }
    wasNaming.current = named !== null;
  }, [named]);
  const { desks } = plan;
  const name = desks[desk]?.name ?? '';

  function showDesk(next: number) {
    onDeskChange(next);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    const isMirrored = getComputedStyle(event.currentTarget).direction === 'rtl';
    const step = isMirrored ? -1 : 1;
    const targets: Record<string, number> = {
      ArrowRight: desk + step,
      ArrowLeft: desk - step,
      Home: 0,
      End: desks.length - 1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    showDesk((target + desks.length) % desks.length);
  }

  if (named !== null && onChange) {
    return (
      <DeskName
        plan={plan}
        index={named}
        onClose={() => setNamed(null)}
        onChange={(changed, shown) => {
          setNamed(null);
          onChange(changed, shown);
        }}
      />
    );
  }
  return (
    <div className={styles.tabs}>
      <div ref={list} role="tablist" aria-label="Desks" onKeyDown={onKeyDown}>
        {desks.map((one, index) => (
          <button
            key={one.name}
            type="button"
            role="tab"
            id={index === desk ? `${panelId}-tab` : undefined}
            aria-selected={index === desk}
            aria-controls={panelId}
            tabIndex={index === desk ? 0 : -1}
            onClick={() => onDeskChange(index)}
          >
            {one.name} <small>{`${countMinutes(one.hours) / 60} h`}</small>
          </button>
        ))}
      </div>
      {onChange && (
        <IconButton label={`Rename or remove ${name}`} onClick={() => setNamed(desk)}>
          <Pencil />
        </IconButton>
      )}
      {onChange &&
        (desks.length < planLimits.desks ? (
          <button type="button" className={styles.add} onClick={() => setNamed(desks.length)}>
            <Plus />
            Add desk
          </button>
        ) : (
          <p className={styles.limit}>
            {planLimits.desks} of {planLimits.desks} desks. Remove one to add another.
          </p>
        ))}
    </div>
  );
}

interface NameProps {
  plan: Plan;
  /** The desk; the next index for a new one. */
  index: number;
  onClose: () => void;
  onChange: (plan: Plan, desk: number) => void;
}

/** The form in which a desk is added, renamed or removed. */
function DeskName({ plan, index, onClose, onChange }: NameProps) {
  const { desks } = plan;
  const desk = desks[index];
  const [name, setName] = useState(desk?.name ?? '');
  const [error, setError] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const errorId = useId();
  useEffect(() => input.current?.select(), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    const trimmed = name.trim();
    const isTaken = desks.some(
      (other, position) => position !== index && isSameText(other.name, trimmed),
    );
    if (trimmed === '' || isTaken) {
      setError(
        isTaken
          ? 'There is a desk with this name. Say which one it is, like “Front desk, Alberta Street”.'
          : 'Please enter a name.',
      );
      input.current?.focus();
      return;
    }
    const added = desk ?? { tools: [], languages: [], hours: [] };
    onChange({ ...plan, desks: desks.toSpliced(index, 1, { ...added, name: trimmed }) }, index);
  }

  return (
    <form
      className={`${styles.tabs} ${styles.naming}`}
      onSubmit={submit}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <input
        ref={input}
        className={formStyles.input}
        aria-label="Name of the desk"
        aria-invalid={error !== ''}
        aria-describedby={errorId}
        placeholder="Phones"
        maxLength={planLimits.deskName}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" variant="secondary" size="touch">
        {desk ? 'Rename' : 'Add'}
      </Button>
      {desk && desks.length > 1 && (
        <Button
          variant="quiet"
          size="touch"
          onClick={() =>
            onChange({ ...plan, desks: desks.toSpliced(index, 1) }, Math.max(0, index - 1))
          }
        >
          Remove desk
        </Button>
      )}
      <Button variant="quiet" size="touch" onClick={onClose}>
        Cancel
      </Button>
      <p id={errorId} className={formStyles.error} role="alert">
        {error}
      </p>
    </form>
  );
}
