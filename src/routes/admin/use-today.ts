import { useEffect, useState } from 'react';
import { getDateFormat } from '../../lib/format-date';

const day = getDateFormat({ weekday: 'long', month: 'long', day: 'numeric' });

function getMsToMidnight(): number {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime() - now.getTime();
}

/** Returns the date as "Wednesday, March 18", in local time. Updates at midnight. */
export function useToday(): string {
  const [today, setToday] = useState(() => day.format(new Date()));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const update = () => {
      setToday(day.format(new Date()));
      clearTimeout(timer);
      timer = setTimeout(update, getMsToMidnight() + 1000);
    };
    update();
    // Timers fire late on a machine that slept over midnight.
    document.addEventListener('visibilitychange', update);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, []);
  return today;
}
