import { useId } from 'react';
import { joinSpans, parseMinutes, type WeekSpan } from '../../lib/time/week-hours';
import * as styles from './PlanThumbnail.module.css';

interface Props {
  /** The hours that nobody of the client's team covers. */
  hours: readonly WeekSpan[];
  /** Those of them that somebody of ours can work. */
  covered: readonly WeekSpan[];
  /** When the business is open: the width of the picture. */
  open: readonly WeekSpan[];
  className?: string;
}

const toHour = (time: string) => parseMinutes(time) / 60;

const width = 112;
const rowHeight = 8;

/**
 * The week of a plan as a small picture: a row for each day, yellow for covered hours, else hatched.
 * Text beside it must say the same. An SVG, because the content security policy blocks style
 * attributes.
 */
export function PlanThumbnail({ hours, covered, open, className = '' }: Props) {
  const patternId = useId();
  const all = [...open, ...hours];
  const first = Math.floor(Math.min(23, ...all.map(({ from }) => toHour(from))));
  const last = Math.ceil(Math.max(first + 1, ...all.map(({ to }) => toHour(to))));
  const hourWidth = width / (last - first);
  const draw = (spans: readonly WeekSpan[], fill: string) =>
    joinSpans(spans).map(({ day, from, to }) => (
      <rect
        key={`${day} ${from}`}
        fill={fill}
        x={(toHour(from) - first) * hourWidth}
        y={(day - 1) * rowHeight + 1}
        width={(toHour(to) - toHour(from)) * hourWidth}
        height={rowHeight - 2}
      />
    ));
  return (
    <svg
      className={`${styles.thumbnail} ${className}`}
      viewBox={`0 0 ${width} ${7 * rowHeight}`}
      aria-hidden="true"
    >
      <pattern id={patternId} width="3" height="3" patternUnits="userSpaceOnUse">
        <path d="M-1 1L1-1M0 3L3 0M2 4L4 2" />
      </pattern>
      {draw(hours, `url(#${patternId})`)}
      {draw(covered, 'var(--cover)')}
    </svg>
  );
}
