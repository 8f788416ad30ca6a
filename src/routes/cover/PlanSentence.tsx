import { useState } from 'react';
import type { Plan } from '../../cover/contract';
import { formatClock, formatDays } from '../../cover/plan-words';
import { planLimits } from '../../cover/week';
import { formatCount } from '../../lib/format-number';
import { useSite } from '../../lib/site';
import { formatZone, listAmericanZones } from '../../lib/time/time-zone';
import { formatMinutes } from '../../lib/time/week-hours';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import { type Opening, readOpening, setOpening } from './plan-edits';
import { SentenceSelect, withCurrent } from './SentenceSelect';
import * as styles from './sentence.module.css';

interface Props {
  plan: Plan;
  onChange: (plan: Plan) => void;
}

const usualDays = ['1,2,3,4,5', '1,2,3,4,5,6', '1,2,3,4,5,6,7'];
const locations = Array.from({ length: planLimits.locations }, (_, index) => String(index + 1));
const hours = Array.from({ length: 25 }, (_, hour) => formatMinutes(hour * 60));

/** Formats a zone without its city: "Eastern". */
const formatShortZone = (timeZone: string) => formatZone(timeZone).replace(/ Time – .*/, '');

/** Formats an hour without am and pm: "8". */
const formatShortClock = (time: string) => formatClock(time).replace(/ [ap]m/, '');

const formatLocations = (count: string) => formatCount(Number(count), 'location');

const formatDayList = (days: string) =>
  days === '1,2,3,4,5,6,7' ? 'every day' : formatDays(days.split(',').map(Number)) || 'no day';

/** The business as a sentence whose parts can be changed. On phones one line until "Change". */
export function PlanSentence({ plan, onChange }: Props) {
  const { filters } = useSite();
  const [isOpen, setIsOpen] = useState(false);
  const opening = readOpening(plan);
  const { industry = '', timeZone } = plan;
  const count = String(plan.locations ?? 1);
  const days = opening.days.join(',');
  const open = (changes: Partial<Opening>) =>
    onChange(setOpening(plan, { ...opening, ...changes }));
  const trades: [string, string][] = withCurrent(['', ...filters.industry], industry).map(
    (name) => [name, name || 'business'],
  );

  return (
    <>
      <p className={styles.short}>
        <span>
          {[
            industry || 'Business',
            formatLocations(count),
            `${formatShortClock(opening.from)} to ${formatShortClock(opening.to)}`,
            formatShortZone(timeZone),
          ].join(', ')}
        </span>
        <button
          type="button"
          className={styles.change}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Done' : 'Change'}
        </button>
      </p>
      <fieldset
        className={`${styles.sentence} ${styles.collapsible}`}
        data-open={isOpen || undefined}
      >
        <legend className={layoutStyles.visuallyHidden}>Your business</legend>
        <span>{/^[aeiou]/i.test(industry) ? 'An' : 'A'}</span>
        <SentenceSelect
          label="Trade"
          value={industry}
          options={trades}
          onChange={(name) => {
            const { industry: _, ...rest } = plan;
            onChange(name ? { ...rest, industry: name } : rest);
          }}
        />
        <span>with</span>
        <SentenceSelect
          label="Locations"
          value={count}
          options={locations.map((value) => [value, formatLocations(value)])}
          onChange={(value) => onChange({ ...plan, locations: Number(value) })}
        />
        {count !== '1' && (
          <>
            <span className={styles.comma}>,</span>
            <SentenceSelect
              label="Desks"
              value={plan.perLocation ? 'each' : 'all'}
              options={[
                ['all', 'one desk for all'],
                ['each', 'a desk at each'],
              ]}
              onChange={(value) => onChange({ ...plan, perLocation: value === 'each' })}
            />
          </>
        )}
        <span className={styles.comma}>, open</span>
        <SentenceSelect
          label="Opens"
          value={opening.from}
          options={withCurrent(hours, opening.from)
            .filter((hour) => hour < opening.to)
            .sort()
            .map((hour) => [hour, formatClock(hour)])}
          onChange={(from) => open({ from })}
        />
        <span>to</span>
        <SentenceSelect
          label="Closes"
          value={opening.to}
          options={withCurrent(hours, opening.to)
            .filter((hour) => hour > opening.from)
            .sort()
            .map((hour) => [hour, formatClock(hour)])}
          onChange={(to) => open({ to })}
        />
        <span className={styles.comma}>,</span>
        <SentenceSelect
          label="Days"
          value={days}
          options={withCurrent(usualDays, days).map((value) => [value, formatDayList(value)])}
          onChange={(value) => open({ days: value.split(',').map(Number) })}
        />
        <span className={styles.comma}>,</span>
        <SentenceSelect
          label="Time zone"
          value={timeZone}
          options={withCurrent(listAmericanZones(), timeZone).map((zone) => [
            zone,
            formatZone(zone),
          ])}
          onChange={(zone) => onChange({ ...plan, timeZone: zone })}
        />
      </fieldset>
    </>
  );
}
