import { useEffect, useState } from 'react';
import { Dialog } from '../../ui/Dialog';
import './ScheduleDialog.css';

export interface ScheduleDialogProps {
  /** The scheduling page. */
  url: string;
  onClose: () => void;
}

/** Milliseconds after which a page that has not loaded is shown as far as it is, or may not come at all. */
const patience = 8_000;

/** A month of 5 weeks: which of its days are drawn as free. */
const days = Array.from({ length: 35 }, (_, day) => ({
  day,
  isFree: day >= 3 && day % 7 < 5,
}));
const times = ['9', '10', '11', '12', '1', '2', '3'];

/** The scheduling page, full screen. Nothing of it is loaded before this is opened. */
export function ScheduleDialog({ url, onClose }: ScheduleDialogProps) {
  const [isLoaded, setIsLoaded] = useState(false);
  const [isLate, setIsLate] = useState(false);

  const isWaiting = !isLoaded && !isLate;

  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), patience);
    return () => clearTimeout(timer);
  }, []);

  return (
    <Dialog
      open
      onClose={onClose}
      size="full"
      title="Schedule a Discovery Call"
      top={
        <div className="book" aria-busy={isWaiting}>
          {isWaiting && <Skeleton />}
          <iframe
            className="book-f"
            src={url}
            title="Scheduling page"
            // It may not lead the whole window elsewhere.
            sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads"
            onLoad={() => setIsLoaded(true)}
          />
          <p className="book-n" role="status">
            {!isLoaded && isLate && (
              <>
                The calendar takes longer than usual.{' '}
                <a href={url} target="_blank" rel="noopener">
                  Open it in a new tab
                </a>
              </>
            )}
          </p>
        </div>
      }
    />
  );
}

/** The shape of what is coming: who, when, at what time. */
function Skeleton() {
  return (
    <div className="emb" aria-hidden="true">
      <div className="emb-who">
        <div className="sk" />
        <div className="sk" />
        <div className="sk" />
        <div className="sk" />
      </div>
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
