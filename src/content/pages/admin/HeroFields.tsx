import { useQuery } from '@tanstack/react-query';
import type { FormState } from '../../../foundation/forms/form-state';
import { formatHour } from '../../../lib/time/format-hour';
import { Button, IconButton } from '../../../ui/Button';
import { FocusableError } from '../../../ui/form/Field';
import { InputField, SelectField } from '../../../ui/form/fields';
import * as formStyles from '../../../ui/form/form.module.css';
import { Plus, Trash2 } from '../../../ui/icons/admin-icons';
import { QueryState } from '../../../ui/QueryState';
import type { Talent } from '../../collections/talents/contract';
import { ProseField, TextField } from '../../kit/form/FormFields';
import { ownerListKey } from '../../kit/queries';
import { type ButtonTarget, buttonTargets, listLimits, type PageBlocks } from '../contract';
import * as styles from './pages.module.css';

type Hero = PageBlocks['home']['hero'];
type HeroForm = FormState<Hero>;

const targetLabels: Record<ButtonTarget, string> = {
  call: 'The call calendar',
  talent: 'Browse Talent',
  inquiry: 'The inquiry form',
  'case-studies': 'Case Studies',
  pricing: 'Pricing',
};

const noButton = 'none';

/** The longest line that a phone shows in full size. */
const phoneLineLength = 18;

const hours = Array.from({ length: 25 }, (_, value) => ({ value, label: formatHour(value) }));

/** The form of the hero. */
export function HeroFields({ form }: { form: HeroForm }) {
  const { values, set, errors } = form;
  return (
    <>
      <HeadlineField form={form} name="line1" label="Headline, first line" />
      <HeadlineField form={form} name="line2" label="Second line, in the yellow bar" />
      <ProseField form={form} name="text" label="Text" optional maxLength={600} rows={4} />
      <ButtonFields form={form} name="firstButton" label="First button" />
      <ButtonFields form={form} name="secondButton" label="Second button" />
      <div className={formStyles.twoColumns}>
        <SelectField
          label="Your day starts"
          value={values.dayStart}
          options={hours.slice(0, -1)}
          onChange={(dayStart) => set({ dayStart })}
        />
        <SelectField
          label="and ends"
          value={values.dayEnd}
          options={hours.slice(1)}
          onChange={(dayEnd) => set({ dayEnd })}
        />
      </div>
      <SelectField
        label="Schedule picture"
        value={values.schedule}
        options={[
          { value: 'people', label: 'My own people' },
          { value: 'off', label: 'Off: the hero ends after the buttons' },
        ]}
        onChange={(schedule) => set({ schedule })}
      />
      {values.schedule === 'people' && <Shifts form={form} />}
      <FocusableError message={errors.shifts} />
    </>
  );
}

/** A line of the headline, with how much of a phone's line it uses. */
function HeadlineField(props: { form: HeroForm; name: 'line1' | 'line2'; label: string }) {
  const { length } = props.form.values[props.name];
  return (
    <div>
      <TextField {...props} maxLength={80} />
      <p className={`${formStyles.hint} ${styles.lineUse}`}>
        <i
          aria-hidden="true"
          style={{ '--used': Math.min(1, length / phoneLineLength), '--steps': phoneLineLength }}
        />
        {length > phoneLineLength
          ? `${length} characters: it wraps, in smaller type.`
          : `${length} of ${phoneLineLength} characters`}
      </p>
    </div>
  );
}

interface ButtonProps {
  form: HeroForm;
  name: 'firstButton' | 'secondButton';
  label: string;
}

/** Text and target of a button. */
function ButtonFields({ form, name, label }: ButtonProps) {
  const button = form.values[name];
  const { set } = form;
  return (
    <div className={formStyles.twoColumns}>
      <InputField
        label={label}
        error={form.errors[name]}
        dir="auto"
        maxLength={40}
        disabled={button === null}
        value={button?.label ?? ''}
        onChange={(text) => button && set({ [name]: { ...button, label: text } })}
      />
      <SelectField
        label={`${label} opens`}
        value={button?.opens ?? noButton}
        options={[
          ...buttonTargets.map((value) => ({ value, label: targetLabels[value] })),
          { value: noButton, label: 'No button' },
        ]}
        onChange={(opens) =>
          set({
            [name]:
              opens === noButton ? null : { label: button?.label || targetLabels[opens], opens },
          })
        }
      />
    </div>
  );
}

/** The shifts of the schedule picture. Without any, the first people cover the usual hours. */
function Shifts({ form }: { form: HeroForm }) {
  const { shifts, dayStart, dayEnd } = form.values;
  const query = useQuery<Talent[]>({ queryKey: ownerListKey('talents'), staleTime: 0 });
  const published = query.data?.filter(isPublished) ?? [];
  const [first] = published;
  const halfHours = Array.from({ length: Math.max(0, dayEnd - dayStart) * 2 + 1 }, (_, index) => {
    const value = dayStart + index / 2;
    return { value, label: formatHour(value) };
  });
  return (
    <fieldset className={styles.list}>
      <legend>Shifts</legend>
      <p className={formStyles.hint}>Without shifts, your first people are shown at usual hours.</p>
      <QueryState name="The people" display="line" query={query}>
        {(talents) =>
          shifts.map((shift, index) => (
            <ShiftFields
              key={index}
              shift={shift}
              talents={talents}
              hours={halfHours}
              label={`Remove shift ${index + 1}`}
              onChange={(part) => form.set({ shifts: shifts.with(index, { ...shift, ...part }) })}
              onRemove={() => form.set({ shifts: shifts.toSpliced(index, 1) })}
            />
          ))
        }
      </QueryState>
      {first && shifts.length < listLimits.shifts && (
        <Button
          variant="quiet"
          size="s"
          onClick={() =>
            form.set({
              shifts: [
                ...shifts,
                {
                  desk: 'Front desk',
                  talentId: published[shifts.length % published.length]?.id ?? first.id,
                  from: shifts.at(-1)?.to ?? dayStart,
                  to: Math.min(dayEnd, (shifts.at(-1)?.to ?? dayStart) + 4),
                },
              ],
            })
          }
        >
          <Plus />
          Add a shift
        </Button>
      )}
    </fieldset>
  );
}

const isPublished = ({ state }: Talent): boolean => state === 'published';

interface ShiftFieldsProps {
  shift: Hero['shifts'][number];
  /** Everybody, including those whom visitors don't see. */
  talents: readonly Talent[];
  hours: { value: number; label: string }[];
  /** Name of the button that removes the shift. */
  label: string;
  onChange: (part: Partial<Hero['shifts'][number]>) => void;
  onRemove: () => void;
}

function ShiftFields({ shift, talents, hours, label, onChange, onRemove }: ShiftFieldsProps) {
  const person = talents.find(({ id }) => id === shift.talentId);
  return (
    <div className={styles.shift}>
      <SelectField
        label="Person"
        value={shift.talentId}
        options={[
          ...talents.filter(isPublished).map(({ id, name }) => ({ value: id, label: name })),
          ...(person && isPublished(person)
            ? []
            : [
                {
                  value: shift.talentId,
                  label: person ? `${person.name}, not on the site` : 'Deleted person',
                },
              ]),
        ]}
        onChange={(talentId) => onChange({ talentId })}
      />
      <InputField
        label="Desk"
        dir="auto"
        maxLength={24}
        value={shift.desk}
        onChange={(desk) => onChange({ desk })}
      />
      <SelectField
        label="From"
        value={shift.from}
        options={hours}
        onChange={(from) => onChange({ from })}
      />
      <SelectField
        label="To"
        value={shift.to}
        options={hours}
        onChange={(to) => onChange({ to })}
      />
      <IconButton label={label} onClick={onRemove}>
        <Trash2 />
      </IconButton>
    </div>
  );
}
