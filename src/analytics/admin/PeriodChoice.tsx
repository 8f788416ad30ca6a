import * as layoutStyles from '../../ui/styles/layout.module.css';
import { type FunnelPeriod, funnelPeriods } from '../funnel-steps';
import * as styles from './PeriodChoice.module.css';

interface Props {
  /** The name of the group of radio buttons. */
  name: string;
  period: FunnelPeriod;
  onChange: (period: FunnelPeriod) => void;
}

/** Selects the days that a report covers. */
export const PeriodChoice = ({ name, period, onChange }: Props) => (
  <fieldset className={styles.periods}>
    <legend className={layoutStyles.visuallyHidden}>Period</legend>
    {funnelPeriods.map((days) => (
      <label key={days}>
        <input type="radio" name={name} checked={days === period} onChange={() => onChange(days)} />
        <span>{days} days</span>
      </label>
    ))}
  </fieldset>
);
