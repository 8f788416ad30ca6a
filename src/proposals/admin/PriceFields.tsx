import { countAssignedMinutes } from '../../cover/answer';
import type { CoverAnswer } from '../../cover/contract';
import type { FormState } from '../../foundation/forms/form-state';
import type { useTalentChoices } from '../../leads/admin/queries';
import { Button, IconButton } from '../../ui/Button';
import { FocusableError } from '../../ui/form/Field';
import { SelectField } from '../../ui/form/fields';
import * as formStyles from '../../ui/form/form.module.css';
import { Plus, Trash2 } from '../../ui/icons/admin-icons';
import { QueryState } from '../../ui/QueryState';
import type { ProposalLine } from '../contract';
import { proposalLimits } from '../proposal';
import type { ProposalValues } from './proposal-values';
import * as styles from './proposals.module.css';

interface Person {
  id: string;
  name: string;
}

interface Props {
  form: FormState<ProposalValues>;
  /** Everybody, including those whom visitors don't see. */
  talents: ReturnType<typeof useTalentChoices>;
  /** The people of the stored proposal. */
  proposed: readonly Person[];
  /** Who works which hours of the plan; null without one. */
  answer: CoverAnswer | null;
}

/** The people who are proposed with their prices, and lines with other prices. */
export function PriceFields({ form, talents, proposed, answer }: Props) {
  const { talentIds, lines } = form.values;
  const { data = [] } = talents;
  const known = [...data, ...proposed];
  const others = data.filter(({ id, state }) => state === 'published' && !talentIds.includes(id));
  const setLines = (next: readonly ProposalLine[]) => form.set({ lines: next });

  function setRate({ id, name }: Person, price: string) {
    const rest = lines.filter(({ talentId }) => talentId !== id);
    setLines([...rest, { text: name, price, talentId: id }]);
  }

  return (
    <>
      <fieldset className={styles.prices} data-keeps-focus>
        <legend>People</legend>
        {talentIds.map((id) => {
          const person = known.find((one) => one.id === id);
          if (!person && !talents.data) return null;
          const name = person?.name ?? 'Deleted profile';
          return (
            <div key={id} className={styles.priceRow}>
              <p>
                {name}
                {answer && <small>{formatHours(answer, id)}</small>}
              </p>
              <PriceInput
                label={`Price of ${name}`}
                // The client reads the name beside the price.
                disabled={!person}
                value={lines.find(({ talentId }) => talentId === id)?.price ?? ''}
                onChange={(price) => person && setRate(person, price)}
              />
              <IconButton
                label={`Remove ${name}`}
                onClick={() => form.set({ talentIds: talentIds.filter((one) => one !== id) })}
              >
                <Trash2 />
              </IconButton>
            </div>
          );
        })}
        <QueryState name="The people" display="line" query={talents} />
        {others.length > 0 && talentIds.length < proposalLimits.people && (
          <SelectField
            label="Add a person"
            optional
            value=""
            options={[
              { value: '', label: 'Choose a person' },
              ...others.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(id) => id !== '' && form.set({ talentIds: [...talentIds, id] })}
          />
        )}
        <FocusableError message={form.errors.talentIds} />
      </fieldset>
      <OtherPrices lines={lines} error={form.errors.lines} onChange={setLines} />
    </>
  );
}

function formatHours(answer: CoverAnswer, id: string): string {
  const minutes = countAssignedMinutes(answer, id);
  return minutes > 0 ? `${minutes / 60} h a week` : 'No hours on the plan';
}

interface PriceInputProps {
  label: string;
  disabled?: boolean;
  value: string;
  onChange: (price: string) => void;
}

const PriceInput = ({ label, disabled, value, onChange }: PriceInputProps) => (
  <input
    className={formStyles.input}
    aria-label={label}
    placeholder="$13 an hour"
    autoComplete="off"
    maxLength={proposalLimits.linePrice}
    disabled={disabled}
    value={value}
    onChange={(event) => onChange(event.target.value)}
  />
);

interface OtherPricesProps {
  lines: readonly ProposalLine[];
  error: string | undefined;
  onChange: (lines: readonly ProposalLine[]) => void;
}

/** Lines that are no person's, each with a text and a price. */
function OtherPrices({ lines, error, onChange }: OtherPricesProps) {
  const shared = lines.filter(({ talentId }) => talentId === null);
  const change = (line: ProposalLine, part: Partial<ProposalLine>) =>
    onChange(lines.map((one) => (one === line ? { ...one, ...part } : one)));
  return (
    <fieldset className={styles.prices} data-keeps-focus>
      <legend>Other prices</legend>
      {shared.map((line, index) => (
        <div key={index} className={styles.priceRow}>
          <input
            className={formStyles.input}
            aria-label={`Text of line ${index + 1}`}
            placeholder="Hours, invoiced monthly"
            autoComplete="off"
            maxLength={proposalLimits.lineText}
            value={line.text}
            onChange={(event) => change(line, { text: event.target.value })}
            // biome-ignore lint/a11y/noAutofocus: a line that was just added
            autoFocus={line.text + line.price === ''}
          />
          <PriceInput
            label={`Price of line ${index + 1}`}
            value={line.price}
            onChange={(price) => change(line, { price })}
          />
          <IconButton
            label={`Remove line ${index + 1}`}
            onClick={() => onChange(lines.filter((one) => one !== line))}
          >
            <Trash2 />
          </IconButton>
        </div>
      ))}
      <FocusableError message={error} />
      {lines.length < proposalLimits.lines && (
        <Button
          variant="quiet"
          size="touch"
          onClick={() => onChange([...lines, { text: '', price: '', talentId: null }])}
        >
          <Plus />
          Add a line
        </Button>
      )}
    </fieldset>
  );
}
