import type { Plan, RosterOptions } from '../../cover/contract';
import { encodePlan } from '../../cover/encode-plan';
import { toFragment } from '../../cover/plan-words';
import { planLimits } from '../../cover/week';
import { useSite } from '../../lib/site';
import { formatZone, listAmericanZones } from '../../lib/time/time-zone';
import { weekdays } from '../../lib/time/weekdays';
import { getButtonClass } from '../../ui/Button';
import * as formStyles from '../../ui/form/form.module.css';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import { createStartingPlan } from './cover-state';
import * as styles from './plain-form.module.css';
import {
  dayParts,
  editedPlanField,
  formatHoursField,
  isTicked,
  planFields,
  readLanguage,
} from './plan-form';
import { withCurrent } from './SentenceSelect';

interface Props {
  plan: Plan;
  options: RosterOptions;
}

/** Lists options of names, with the current one among them, which need not be one of the usual ones. */
const listNames = (names: readonly string[], current: string | undefined) =>
  (current ? withCurrent(names, current) : names).map((name) => [name, name] as const);

/** Formats an hour without am and pm: "11", "2". */
const formatHour = (hour: number) => hour % 12 || 12;

/** The sheet for browsers without JavaScript: a GET form of parts of days. */
export function PlainForm({ plan, options }: Props) {
  const { filters } = useSite();
  const language = readLanguage(plan);
  const code = encodePlan(plan);
  const isNew = code === encodePlan(createStartingPlan(plan.timeZone));
  const select = (
    label: string,
    name: string,
    value: string,
    choices: readonly (readonly [value: string, label: string])[],
  ) => (
    <div className={formStyles.field}>
      <label htmlFor={`plain-${name}`}>{label}</label>
      <select id={`plain-${name}`} name={name} className={formStyles.input} defaultValue={value}>
        {choices.map(([choice, text]) => (
          <option key={choice} value={choice}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
  return (
    <form className={styles.form} action="/cover" method="get">
      <input type="hidden" name={editedPlanField} value={isNew ? '' : code} />
      <p className={styles.intro}>
        Tick the hours nobody covers: four parts of the day, each desk. The next page shows who can
        work them.
      </p>
      <div className={styles.tables}>
        {plan.desks.map((desk, index) => (
          <DeskTable key={desk.name} desk={desk} index={index} />
        ))}
      </div>
      <div className={styles.fields}>
        {select('What you run', planFields.industry, plan.industry ?? '', [
          ['', 'Another business'],
          ...listNames(filters.industry, plan.industry),
        ])}
        <div className={formStyles.field}>
          <label htmlFor="plain-locations">Locations</label>
          <input
            id="plain-locations"
            name={planFields.locations}
            className={formStyles.input}
            type="number"
            min={1}
            max={planLimits.locations}
            defaultValue={plan.locations ?? 1}
          />
        </div>
        {select(
          'Time zone',
          planFields.timeZone,
          plan.timeZone,
          withCurrent(listAmericanZones(), plan.timeZone).map((zone) => [zone, formatZone(zone)]),
        )}
        {select('Language', planFields.language, language, [
          ['', 'Any language'],
          ...listNames(options.languages, language),
        ])}
      </div>
      <button type="submit" className={getButtonClass('primary', 'l')}>
        Show who can work them
      </button>
    </form>
  );
}

function DeskTable({ desk, index }: { desk: Plan['desks'][number]; index: number }) {
  return (
    <div id={toFragment(desk.name)}>
      <table className={styles.table}>
        <caption>{desk.name}</caption>
        <thead>
          <tr>
            <td />
            {dayParts.map(({ name, from, to }) => (
              <th key={name} scope="col">
                {name}
                <small>{`${formatHour(from)} to ${formatHour(to)}`}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdays.map((weekday, at) => (
            <tr key={weekday}>
              <th scope="row">
                {weekday.slice(0, 3)}
                <span className={layoutStyles.visuallyHidden}>{weekday.slice(3)}</span>
              </th>
              {dayParts.map((part) => (
                <td key={part.name}>
                  <label>
                    <input
                      type="checkbox"
                      name={planFields.hours}
                      value={formatHoursField(index, at + 1, part.from, part.to)}
                      defaultChecked={isTicked(desk, at + 1, part)}
                      aria-label={`${desk.name}, ${weekday} ${part.name.toLowerCase()}`}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
