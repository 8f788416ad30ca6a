import type { Plan, RosterOptions } from '../../cover/contract';
import { toFragment } from '../../cover/plan-words';
import { planLimits } from '../../cover/week';
import { useSite } from '../../lib/site';
import { formatZone, listAmericanZones } from '../../lib/time/time-zone';
import { parseMinutes } from '../../lib/time/week-hours';
import { weekdays } from '../../lib/time/weekdays';
import { getButtonClass } from '../../ui/Button';
import * as formStyles from '../../ui/form/form.module.css';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import * as styles from './plain-form.module.css';
import { dayParts, formatHoursField, planFields } from './plan-form';
import { withCurrent } from './SentenceSelect';

type DayPart = (typeof dayParts)[number];
type Desk = Plan['desks'][number];

interface Props {
  plan: Plan;
  options: RosterOptions;
}

/** Returns whether a part of a day lies completely in the hours of a desk. */
const isNeeded = ({ hours }: Desk, day: number, { from, to }: DayPart) =>
  hours.some(
    (span) =>
      span.day === day && parseMinutes(span.from) <= from * 60 && parseMinutes(span.to) >= to * 60,
  );

/** Formats an hour without am and pm: "11", "2". */
const formatHour = (hour: number) => hour % 12 || 12;

/** The sheet for browsers without JavaScript: a GET form of parts of days. */
export function PlainForm({ plan, options }: Props) {
  const { filters } = useSite();
  const [language = ''] = plan.desks.flatMap(({ languages }) => languages);
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
          ...filters.industry.map((name) => [name, name] as const),
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
          ...options.languages.map((name) => [name, name] as const),
        ])}
      </div>
      <button type="submit" className={getButtonClass('primary', 'l')}>
        Show who can work them
      </button>
    </form>
  );
}

function DeskTable({ desk, index }: { desk: Desk; index: number }) {
  return (
    <div id={toFragment(desk.name)}>
      <input type="hidden" name={planFields.desk} value={desk.name} />
      <table className={styles.table}>
        <caption>{desk.name}</caption>
        <thead>
          <tr>
            <td />
            {dayParts.map(({ name, from, to }) => (
              <th key={name} scope="col">
                {name}
                <small>
                  {formatHour(from)} to {formatHour(to)}
                </small>
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
                      defaultChecked={isNeeded(desk, at + 1, part)}
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
