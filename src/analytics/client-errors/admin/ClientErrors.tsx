import { useQuery } from '@tanstack/react-query';
import { getDateFormat } from '../../../lib/time/format-date';
import type { ClientError } from '../contract';
import * as styles from './ClientErrors.module.css';

const dayFormat = getDateFormat({ dateStyle: 'medium' });

const formatDay = (iso: string) => dayFormat.format(new Date(iso));

/** Maximum number of errors in the list. The API has all of them. */
const maxShownErrors = 10;

/** The errors that browsers have reported. Renders nothing when there are none. */
export function ClientErrors() {
  const { data } = useQuery<ClientError[]>({ queryKey: ['/api', 'client-errors'], staleTime: 0 });
  if (!data || data.length === 0) return null;
  return (
    <section className={styles.errors} aria-labelledby="client-errors-heading">
      <h3 id="client-errors-heading">Errors in browsers</h3>
      <p>
        Parts of the site that failed for visitors or for you in the last 30 days. Send them to the
        person who maintains the site.
      </p>
      <ul>
        {data.slice(0, maxShownErrors).map((error) => (
          <li key={error.id}>
            <strong>{error.message}</strong>
            <small>
              {`${error.component} · ${error.engine} · ${error.release} · ${error.count}× · last on ${formatDay(error.lastAt)}`}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
