import { useState } from 'react';
import { type Change, excerpt } from './changes';

/** What one field was and is. */
export function HistoryChange({ name, change }: { name: string; change: Change }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{'added' in change ? <ListChange {...change} /> : <TextChange {...change} />}</dd>
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

function TextChange({ before, after }: { before: string | null; after: string | null }) {
  const [whole, setWhole] = useState(false);
  const cut = {
    before: before === null ? undefined : excerpt(before, after),
    after: after === null ? undefined : excerpt(after, before),
  };
  const isLong = cut.before !== undefined || cut.after !== undefined;
  return (
    <>
      <span className="vh">was: </span>
      <Value Tag="del" text={whole ? before : (cut.before ?? before)} />
      <span aria-hidden="true" className="hist-to">
        →
      </span>
      <span className="vh">, became: </span>
      <Value Tag="ins" text={whole ? after : (cut.after ?? after)} />
      {isLong && (
        <button
          type="button"
          className="hist-all"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? 'Show less' : 'Show all'}
        </button>
      )}
    </>
  );
}

function Value({ Tag, text }: { Tag: 'del' | 'ins'; text: string | null }) {
  return text === null ? <em>empty</em> : <Tag>{text}</Tag>;
}
