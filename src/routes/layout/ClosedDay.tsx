import './ClosedDay.css';

/** A picture of a day that nobody covers, for the foot of a page that can't give what was asked for. */
export function ClosedDay({ label }: { label: string }) {
  return (
    <div className="closed-day" aria-hidden="true">
      <div className="wrap">
        <span>{label}</span>
      </div>
    </div>
  );
}
