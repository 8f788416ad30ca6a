import { formatDateTime, formatShortDay } from '../../lib/format-date';
import type { BaseItem } from '../define-collection';
import * as styles from './PublishState.module.css';

/** Returns the words and the drawing for whether visitors see an item. */
function describeState({ state, publishAt, unpublishAt, pending, takenDownAt }: BaseItem) {
  if (state === 'draft' && takenDownAt) {
    return {
      kind: 'down',
      word: 'Taken down',
      note: `Since ${formatShortDay(new Date(takenDownAt), new Date())}`,
    };
  }
  if (state === 'draft') return { kind: 'draft', word: 'Draft', note: 'Only you see it' };
  if (state === 'scheduled') {
    return { kind: 'scheduled', word: 'Scheduled', note: publishAt && formatDateTime(publishAt) };
  }
  const until = unpublishAt && `Until ${formatDateTime(unpublishAt)}`;
  if (!pending) return { kind: 'live', word: 'On the site', note: until };
  return {
    kind: 'changed',
    word: 'On the site',
    note: publishAt ? `Changes go live ${formatDateTime(publishAt)}` : 'Changes not live yet',
  };
}

/** Shows whether visitors see an item. */
export function PublishState({ item }: { item: BaseItem }) {
  const { kind, word, note } = describeState(item);
  return (
    <p className={styles.state} data-publication={kind}>
      <i aria-hidden="true" />
      {word}
      {note && <small>{note}</small>}
    </p>
  );
}

/** The texts by which the search finds an item's state. */
export function getStateTexts(item: BaseItem): string[] {
  const { word, note } = describeState(item);
  return [word, note ?? ''];
}
