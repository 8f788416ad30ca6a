import './ScheduleSkeleton.css';

/** Five weeks, with some days drawn as available. */
const days = Array.from({ length: 35 }, (_, day) => ({
  day,
  isFree: day >= 3 && day % 7 < 5,
}));
const times = ['9', '10', '11', '12', '1', '2', '3'];

/**
 * Loading skeleton of the booking flow.
 * @param part `times` leaves out the column that describes the call
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
