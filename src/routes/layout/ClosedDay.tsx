import './ClosedDay.css';

/** Illustration of a day that nobody covers, for error pages. */
export function ClosedDay({ label }: { label: string }) {
  return (
    <div className="closed-day" aria-hidden="true">
      <div className="wrap">
        <span>{label}</span>
      </div>
    </div>
  );
}
