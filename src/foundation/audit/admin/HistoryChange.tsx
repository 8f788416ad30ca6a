import { useState } from 'react';
import { useBrokenPicture } from '../../../ui/picture/Picture';
import * as layoutStyles from '../../../ui/styles/layout.module.css';
import { type Change, extractExcerpt } from './changes';
import * as styles from './ItemHistory.module.css';

/** One field's change. */
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
    <ul className={styles.values}>
      {removed.map((entry) => (
        <li key={`-${entry}`}>
          <span className={layoutStyles.visuallyHidden}>removed: </span>
          <del>{entry}</del>
        </li>
      ))}
      {added.map((entry) => (
        <li key={`+${entry}`}>
          <span className={layoutStyles.visuallyHidden}>added: </span>
          <ins>{entry}</ins>
        </li>
      ))}
    </ul>
  );
}

interface ValueChangeProps {
  before: string | null;
  after: string | null;
}

/** Total characters of both values up to which they are shown side by side. */
const maxInlineLength = 80;

function ValueChange({ before, after }: ValueChangeProps) {
  const length = (before?.length ?? 0) + (after?.length ?? 0);
  if (length > maxInlineLength && !isPicture(before) && !isPicture(after)) {
    return <LongChange before={before} after={after} />;
  }
  return (
    <>
      <span className={layoutStyles.visuallyHidden}>was: </span>
      <Value Tag="del" value={before} />
      <span aria-hidden="true" className={styles.arrow}>
        →
      </span>
      <span className={layoutStyles.visuallyHidden}>, became: </span>
      <Value Tag="ins" value={after} />
    </>
  );
}

function LongChange({ before, after }: ValueChangeProps) {
  const [isExpanded, setIsExpanded] = useState(false);
  const excerpts = {
    before: before === null ? undefined : extractExcerpt(before, after),
    after: after === null ? undefined : extractExcerpt(after, before),
  };
  return (
    <div className={styles.longText}>
      <p>
        <span>Was</span>
        <Value Tag="del" value={isExpanded ? before : (excerpts.before ?? before)} />
      </p>
      <p>
        <span>Now</span>
        <Value Tag="ins" value={isExpanded ? after : (excerpts.after ?? after)} />
      </p>
      {(excerpts.before ?? excerpts.after) !== undefined && (
        <button
          type="button"
          className={styles.showAll}
          aria-expanded={isExpanded}
          onClick={() => setIsExpanded(!isExpanded)}
        >
          {isExpanded ? 'Show less' : 'Show all'}
        </button>
      )}
    </div>
  );
}

/** Whether a value is the URL of a picture on this site. */
const isPicture = (value: string | null): value is string =>
  value !== null && /^\/(objects|pictures)\/[\w/.-]+$/.test(value);

function Value({ Tag, value }: { Tag: 'del' | 'ins'; value: string | null }) {
  if (value === null) return <em>empty</em>;
  if (isPicture(value)) return <PictureValue src={value} />;
  return <Tag>{value}</Tag>;
}

/** Shows a picture, or its URL if it no longer loads. */
function PictureValue({ src }: { src: string }) {
  const { isBroken, picture } = useBrokenPicture(src);
  if (isBroken) return <em>{src}</em>;
  return <img {...picture} className={styles.picture} src={src} alt="as shown here" />;
}
