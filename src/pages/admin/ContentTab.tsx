import type { ComponentType } from 'react';
import type { CollectionPath, ItemAt } from '../../collections';
import { useCollection } from '../../collections/collection-queries';
import { serverMessage } from '../../lib/http';
import { Button } from '../../ui/Button';
import './rows/rows.css';

interface Props<P extends CollectionPath> {
  path: P;
  title: string;
  /** What one and what several of them are called. */
  noun: readonly [one: string, several: string];
  /** Heading and sentence when there are none. */
  empty: readonly [heading: string, text: string];
  Row: ComponentType<{ item: ItemAt<P> }>;
}

/** A collection as the site shows it, in its order. */
export function ContentTab<P extends CollectionPath>({ path, title, noun, empty, Row }: Props<P>) {
  const { data, isError, error, isFetching, refetch } = useCollection(path);
  const headingId = `${path}-heading`;
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="vh">
        {title}
      </h2>
      {data && data.length > 0 && (
        <>
          <p className="meta num above">
            {`${data.length.toLocaleString('en-US')} ${noun[data.length === 1 ? 0 : 1]}, in the order the site shows`}
          </p>
          <ul className="rows">
            {data.map((item) => (
              <li key={item.id}>
                <Row item={item} />
              </li>
            ))}
          </ul>
        </>
      )}
      {data && data.length === 0 && (
        <div className="mt">
          <h3>{empty[0]}</h3>
          <p>{empty[1]}</p>
        </div>
      )}
      {!data && isError && (
        <div className="mt" role="alert">
          <h3>{title} could not be loaded</h3>
          <p>{serverMessage(error, 'The server could not be reached.')}</p>
          <Button variant="secondary" busy={isFetching} onClick={() => refetch()}>
            Try again
          </Button>
        </div>
      )}
      {!data && !isError && <Placeholder title={title} />}
    </section>
  );
}

const placeholders = ['a', 'b', 'c', 'd'];

function Placeholder({ title }: { title: string }) {
  return (
    <>
      <p className="meta above" role="status">
        Loading {title.toLowerCase()}...
      </p>
      <ul className="rows" aria-hidden="true">
        {placeholders.map((row) => (
          <li key={row}>
            <div className="row">
              <span className="sk sk-face" />
              <span>
                <span className="sk sk-ti" />
                <span className="sk sk-sub" />
              </span>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
