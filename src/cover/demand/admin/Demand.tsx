import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PeriodChoice } from '../../../analytics/admin/PeriodChoice';
import type { FunnelPeriod } from '../../../analytics/funnel-steps';
import { formatCount, formatNumber } from '../../../lib/format-number';
import { formatHour } from '../../../lib/time/format-hour';
import { weekdays } from '../../../lib/time/weekdays';
import { LinkButton } from '../../../ui/LinkButton';
import { LoadFailure } from '../../../ui/QueryState';
import * as adminStyles from '../../../ui/styles/admin.module.css';
import type { DemandReport } from '../contract';
import * as styles from './Demand.module.css';
import { DemandSheet, findGaps, type Gap } from './DemandSheet';

/** Maximum number of listed gaps. */
const maxGaps = 3;

/** The period that is shown first, in days. */
const longestPeriod: FunnelPeriod = 90;

const sum = (hours: DemandReport['hours'], count: 'asked' | 'covered') =>
  hours.reduce((total, hour) => total + hour[count], 0);

const GapItem = ({ gap: { weekday, from, to, asked, covered } }: { gap: Gap }) => (
  <li>
    <p>
      <b>{`${weekdays[weekday - 1]}, ${formatHour(from)} to ${formatHour(to)}`}</b>
      <br />
      {`${formatNumber(asked)} asked, ${covered === 0 ? 'none' : formatNumber(covered)} covered`}
    </p>
    <span
      className={styles.meter}
      style={{ '--asked': asked, '--covered': covered }}
      aria-hidden="true"
    />
  </li>
);

function Report({ hours }: DemandReport) {
  const [hasFigures, setHasFigures] = useState(false);
  const gaps = findGaps(hours).slice(0, maxGaps);
  const most = Math.max(...hours.map(({ asked }) => asked));
  return (
    <div className={styles.columns}>
      <div>
        <DemandSheet hours={hours} gap={gaps[0]} hasFigures={hasFigures} />
        <div className={styles.legend}>
          {hasFigures ? (
            <span>
              Plans that asked for the hour, and below, those of them that could be covered
            </span>
          ) : (
            <>
              <span data-kind="covered">Asked for, covered</span>
              <span data-kind="nobody">Asked for, nobody yet</span>
              <span>{`Height: number of plans, ${formatNumber(most)} at most`}</span>
            </>
          )}
          <LinkButton onClick={() => setHasFigures(!hasFigures)}>
            {hasFigures ? 'Show as bars' : 'Show as a table'}
          </LinkButton>
        </div>
      </div>
      <div>
        <p className={styles.summary}>
          {`${formatCount(sum(hours, 'asked'), 'hour')} asked for, `}
          <b>{`${formatNumber(sum(hours, 'covered'))} covered`}</b>. All times in the zone of each
          plan.
        </p>
        <ul className={styles.gaps}>
          {gaps.map((gap) => (
            <GapItem key={`${gap.weekday} ${gap.from}`} gap={gap} />
          ))}
        </ul>
        <p className={styles.hint}>
          Each visit to Cover my day counts once, with its plan as it was left. Yours don’t count.
        </p>
      </div>
    </div>
  );
}

/**
 * The hours of the week that plans asked for, and how many of them could be covered. Renders nothing
 * until a plan has been counted.
 */
export default function Demand() {
  const [period, setPeriod] = useState<FunnelPeriod>(longestPeriod);
  const query = useQuery<DemandReport>({
    queryKey: ['/api', 'cover', 'demand', period],
    staleTime: 0,
    placeholderData: (previous) => previous,
  });
  const { data, isError } = query;
  if (isError) return <LoadFailure name="The hours that plans asked for" query={query} />;
  if (!data || (period === longestPeriod && data.hours.length === 0)) return null;
  return (
    <section
      className={styles.demand}
      aria-labelledby="demand-heading"
      aria-busy={query.isFetching}
    >
      <div className={adminStyles.viewHeader}>
        <h3 id="demand-heading">Hours asked for</h3>
        <PeriodChoice name="demand-period" period={period} onChange={setPeriod} />
      </div>
      {data.hours.length > 0 ? (
        <Report {...data} />
      ) : (
        <p className={styles.summary}>No plan in the last {period} days.</p>
      )}
    </section>
  );
}
