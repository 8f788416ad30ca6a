import { useEffect, useState } from 'react';
import { SECOND } from '../../../lib/time';

/** Returns the current time, updated twice a minute. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30 * SECOND);
    return () => clearInterval(timer);
  }, []);
  return now;
}
