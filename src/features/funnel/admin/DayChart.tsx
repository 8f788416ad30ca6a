import { useId } from 'react';
import { dateFormat } from '../../../lib/format-date';
import type { FunnelReport } from './funnel-queries';

const day = dateFormat({ month: 'short', day: 'numeric', timeZone: 'UTC' });
const dayName = (iso: string) => day.format(new Date(`${iso}T00:00:00Z`));

const height = 96;
const column = 12;

/** Visits of each day as columns, the enquiries among them as cover. In words for who can't see it. */
export function DayChart({ days }: { days: FunnelReport['days'] }) {
  const id = useId();
  const most = Math.max(
    1,
    ...days.map(({ counts }) => Math.max(counts.visit ?? 0, counts.enquiry ?? 0)),
  );
  const best = days.reduce((a, b) => ((b.counts.visit ?? 0) > (a.counts.visit ?? 0) ? b : a));
  const sum = (step: 'visit' | 'enquiry') =>
    days.reduce((total, { counts }) => total + (counts[step] ?? 0), 0);
  const scaled = (count = 0) => (count / most) * height;
  return (
    <figure className="fn-c">
      <svg
        viewBox={`0 0 ${days.length * column} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={`${id}-t ${id}-d`}
      >
        <title id={`${id}-t`}>Visits and enquiries of each day</title>
        <desc id={`${id}-d`}>
          {`${sum('visit')} visits and ${sum('enquiry')} enquiries in ${days.length} days. Most visits: ${best.counts.visit ?? 0} on ${dayName(best.day)}.`}
        </desc>
        {days.map(({ day: one, counts }, index) => {
          const visits = scaled(counts.visit);
          const enquiries = scaled(counts.enquiry);
          const x = index * column + 1;
          return (
            <g key={one}>
              <title>{`${dayName(one)}: ${counts.visit ?? 0} visits, ${counts.enquiry ?? 0} enquiries`}</title>
              <rect x={x} y="0" width={column - 2} height={height} className="fn-hit" />
              <rect x={x} y={height - visits} width={column - 2} height={visits} className="fn-v" />
              <rect
                x={x}
                y={height - enquiries}
                width={column - 2}
                height={enquiries}
                className="fn-on"
              />
            </g>
          );
        })}
      </svg>
      <figcaption>
        <span className="num">{dayName(days[0]?.day ?? '')}</span>
        <span>
          <i className="fn-k" /> visits <i className="fn-k on" /> enquiries, at most{' '}
          <span className="num">{most.toLocaleString('en-US')}</span> a day (UTC)
        </span>
        <span className="num">{dayName(days.at(-1)?.day ?? '')}</span>
      </figcaption>
    </figure>
  );
}
