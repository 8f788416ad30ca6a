import { useId } from 'react';
import { formatNumber } from '../../lib/format-number';
import { getDateFormat } from '../../lib/time/format-date';
import type { FunnelReport } from '../funnel-contract';
import * as styles from './Funnel.module.css';

const dayFormat = getDateFormat({ month: 'short', day: 'numeric', timeZone: 'UTC' });
const formatDay = (iso: string) => dayFormat.format(new Date(`${iso}T00:00:00Z`));

const chartHeight = 96;
const columnWidth = 12;

/**
 * Bar chart of visits per day with the inquiries on top. The title and the description give screen
 * readers the same numbers.
 */
export function DayChart({ days }: { days: FunnelReport['days'] }) {
  const id = useId();
  const maxCount = Math.max(
    1,
    ...days.map(({ counts }) => Math.max(counts.visit ?? 0, counts.enquiry ?? 0)),
  );
  const busiestDay = days.reduce((a, b) => ((b.counts.visit ?? 0) > (a.counts.visit ?? 0) ? b : a));
  const sum = (step: 'visit' | 'enquiry') =>
    days.reduce((total, { counts }) => total + (counts[step] ?? 0), 0);
  const scale = (count = 0) => (count / maxCount) * chartHeight;
  return (
    <figure className={styles.chart}>
      <svg
        viewBox={`0 0 ${days.length * columnWidth} ${chartHeight}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={`${id}-t ${id}-d`}
      >
        <title id={`${id}-t`}>Visits and inquiries per day</title>
        <desc id={`${id}-d`}>
          {`${sum('visit')} visits and ${sum('enquiry')} inquiries in ${days.length} days. Busiest day: ${formatDay(busiestDay.day)}, with ${busiestDay.counts.visit ?? 0} visits.`}
        </desc>
        {days.map(({ day: isoDay, counts }, index) => (
          <g key={isoDay}>
            <title>{`${formatDay(isoDay)}: ${counts.visit ?? 0} visits, ${counts.enquiry ?? 0} inquiries`}</title>
            <Bar index={index} height={chartHeight} className={styles.hoverArea} />
            <Bar index={index} height={scale(counts.visit)} className={styles.visits} />
            <Bar index={index} height={scale(counts.enquiry)} className={styles.inquiries} />
          </g>
        ))}
      </svg>
      <figcaption>
        <span>{formatDay(days[0]?.day ?? '')}</span>
        <span>
          <i className={styles.legendMark} /> visits{' '}
          <i className={`${styles.legendMark} ${styles.inquiriesMark}`} /> inquiries, up to{' '}
          {formatNumber(maxCount)} a day (UTC)
        </span>
        <span>{formatDay(days.at(-1)?.day ?? '')}</span>
      </figcaption>
    </figure>
  );
}

interface BarProps {
  /** Number of the day's column. */
  index: number;
  height: number;
  className: string | undefined;
}

function Bar({ index, height, className }: BarProps) {
  const x = index * columnWidth + 1;
  const y = chartHeight - height;
  return <rect x={x} y={y} width={columnWidth - 2} height={height} className={className} />;
}
