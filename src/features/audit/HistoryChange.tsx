import { useState } from 'react';
import { useBrokenPicture } from '../../ui/use-broken-picture';
import { type Change, excerpt } from './changes';

/** What one field was and is. */
export function HistoryChange({ name, change }: { name: string; change: Change }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{'added' in change ? <ListChange {...change} /> : <ValueChange {...change} />}</dd>
    </div>
  );
}

function ListChange({ removed, added }: { removed: string[]; added: string[] }) {
  return (
    <ul className="hist-l">
      {removed.map((entry) => (
        <li key={`-${entry}`}>
          <span className="vh">removed: </span>
          <del>{entry}</del>
        </li>
      ))}
      {added.map((entry) => (
        <li key={`+${entry}`}>
          <span className="vh">added: </span>
          <ins>{entry}</ins>
        </li>
      ))}
    </ul>
  );
}

interface Values {
  before: string | null;
  after: string | null;
}

/** Characters of both values that stand side by side; longer ones stand one below the other. */
const sideBySide = 80;

function ValueChange({ before, after }: Values) {
  const length = (before?.length ?? 0) + (after?.length ?? 0);
  if (length > sideBySide && !isPicture(before) && !isPicture(after)) {
    return <LongChange before={before} after={after} />;
  }
  return (
    <>
      <span className="vh">was: </span>
      <Value Tag="del" value={before} />
      <span aria-hidden="true" className="hist-to">
        →
      </span>
      <span className="vh">, became: </span>
      <Value Tag="ins" value={after} />
    </>
  );
}

function LongChange({ before, after }: Values) {
  const [isWhole, setIsWhole] = useState(false);
  const cut = {
    before: before === null ? undefined : excerpt(before, after),
    after: after === null ? undefined : excerpt(after, before),
  };
  return (
    <div className="hist-long">
      <p>
        <span>Was</span>
        <Value Tag="del" value={isWhole ? before : (cut.before ?? before)} />
      </p>
      <p>
        <span>Now</span>
        <Value Tag="ins" value={isWhole ? after : (cut.after ?? after)} />
      </p>
      {(cut.before ?? cut.after) !== undefined && (
        <button
          type="button"
          className="hist-all"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : 'Show all'}
        </button>
      )}
    </div>
  );
}

/** Whether a value is the address of one of the site's own pictures. */
const isPicture = (value: string | null): value is string =>
  value !== null && /^\/(objects|pictures)\/[\w/.-]+$/.test(value);

function Value({ Tag, value }: { Tag: 'del' | 'ins'; value: string | null }) {
  if (value === null) return <em>empty</em>;
  if (isPicture(value)) return <PictureValue src={value} />;
  return <Tag>{value}</Tag>;
}

/** A picture as it looks; one that is gone by now, as its address. */
function PictureValue({ src }: { src: string }) {
  const { broken, picture } = useBrokenPicture(src);
  if (broken) return <em>{src}</em>;
  return <img {...picture} className="hist-pic" src={src} alt="as shown here" />;
}
