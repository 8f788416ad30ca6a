import './ScheduleSkeleton.css';

/** A month of 5 weeks: which of its days are drawn as free. */
const days = Array.from({ length: 35 }, (_, day) => ({
  day,
  isFree: day >= 3 && day % 7 < 5,
}));
const times = ['9', '10', '11', '12', '1', '2', '3'];

/**
 * The shape of what is coming: who, when, at what time.
 * @param part `times` leaves out the column that tells what the call is
 */
export function ScheduleSkeleton({ part = 'all' }: { part?: 'all' | 'times' }) {
  return (
    <div className={part === 'all' ? 'emb' : 'emb emb-2'} aria-hidden="true">
      {part === 'all' && (
        <div className="emb-who">
          <div className="sk" />
          <div className="sk" />
          <div className="sk" />
          <div className="sk" />
        </div>
      )}
      <div className="emb-day">
        <div className="sk" />
        <div className="cal">
          {days.map(({ day, isFree }) => (
            <div key={day} className={isFree ? 'sk' : 'sk off'} />
          ))}
        </div>
      </div>
      <div className="emb-time">
        <div className="sk" />
        {times.map((time) => (
          <div key={time} className="sk" />
        ))}
      </div>
    </div>
  );
}
