import { useState } from 'react';
import { LoadFailure } from '../../../ui/LoadFailure';
import * as layoutStyles from '../../../ui/layout.module.css';
import * as stateStyles from '../../../ui/states.module.css';
import * as viewHeaderStyles from '../../../ui/view-header.module.css';
import { type FunnelPeriod, funnelPeriods } from '../funnel-steps';
import { DayChart } from './DayChart';
import * as styles from './Funnel.module.css';
import { useFunnel } from './queries';
import { SourceTable } from './SourceTable';
import { StepTable } from './StepTable';

/** The funnel report: visits per day, the steps to a payment, and the sources. */
export default function Funnel() {
  const [period, setPeriod] = useState<FunnelPeriod>(30);
  const query = useFunnel(period);
  const { data, isError, isFetching } = query;
  const hasCounts = data?.sources.some(({ counts }) => Object.keys(counts).length > 0);
  return (
    <section className={styles.funnel} aria-labelledby="funnel-heading" aria-busy={isFetching}>
      <div className={viewHeaderStyles.header}>
        <h3 id="funnel-heading">From visit to inquiry</h3>
        <fieldset className={styles.periods}>
          <legend className={layoutStyles.visuallyHidden}>Period</legend>
          {funnelPeriods.map((days) => (
            <label key={days}>
              <input
                type="radio"
                name="funnel-period"
                checked={days === period}
                onChange={() => setPeriod(days)}
              />
              <span>{days} days</span>
            </label>
          ))}
        </fieldset>
      </div>
      {data && hasCounts && (
        <>
          <DayChart days={data.days} />
          <StepTable report={data} />
          <SourceTable report={data} />
        </>
      )}
      {data && !hasCounts && (
        <div className={`${stateStyles.message} ${styles.message}`}>
          <p>
            No visits in the last {period} days. A visit counts from the first tap, key press or
            scroll. Your own visits don’t count while you are signed in.
          </p>
        </div>
      )}
      {!data && isError && (
        <LoadFailure name="The counts" query={query} className={styles.message} />
      )}
      {!data && !isError && (
        <p role="status">
          <span className={`${stateStyles.skeleton} ${styles.skeleton}`} />
          <span className={layoutStyles.visuallyHidden}>Loading...</span>
        </p>
      )}
    </section>
  );
}
