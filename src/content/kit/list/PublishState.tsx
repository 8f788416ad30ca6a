import { createContext, useContext } from 'react';
import { formatDateTime, formatShortDay } from '../../../lib/time/format-date';
import * as adminStyles from '../../../ui/styles/admin.module.css';
import * as badgeStyles from '../../../ui/styles/badges.module.css';
import type { BaseItem, Publication } from '../define-collection';
import { isTakenDown } from '../publication';
import * as rowStyles from './item-row.module.css';
import * as styles from './PublishState.module.css';

type State = Partial<Publication> & Pick<BaseItem, 'takenDownAt'>;

/** Describes whether visitors see an item. */
function describeState(item: State) {
  const { state, publishAt, unpublishAt, pending } = item;
  if (isTakenDown(item)) {
    return {
      kind: 'down',
      label: 'Taken down',
      note: `Since ${formatShortDay(new Date(item.takenDownAt), new Date())}`,
    };
  }
  if (state === 'draft') return { kind: 'draft', label: 'Draft', note: 'Only you see it' };
  if (state === 'scheduled') {
    return { kind: 'scheduled', label: 'Scheduled', note: publishAt && formatDateTime(publishAt) };
  }
  const until = unpublishAt && `Until ${formatDateTime(unpublishAt)}`;
  if (!pending) return { kind: 'live', label: 'On the site', note: until };
  return {
    kind: 'changed',
    label: 'On the site',
    note: publishAt ? `Changes go live ${formatDateTime(publishAt)}` : 'Changes not live yet',
  };
}

interface Props {
  item: State;
  /** For a block of a page: omits “On the site”, because its section may be hidden. */
  isBlock?: boolean;
  /** True if the page section that contains the item is switched off. */
  isOff?: boolean;
}

/** Shows whether visitors see an item. */
export function PublishState({ item, isBlock = false, isOff = false }: Props) {
  const described = describeState(item);
  const { kind, label, note } = isOff
    ? { ...described, kind: 'down', label: 'Switched off' }
    : described;
  return (
    <p className={styles.state} data-publication={kind}>
      <i className={adminStyles.mark} aria-hidden="true" />
      {isBlock ? note : label}
      {!isBlock && note && <small>{note}</small>}
    </p>
  );
}

/** The texts by which the search finds an item's state. */
export function getStateTexts(item: BaseItem): string[] {
  const { label, note } = describeState(item);
  return [label, note ?? ''];
}

const DemoIdsContext = createContext<ReadonlySet<string>>(new Set());

/** Provides the ids of the items of the demo content. */
export const DemoIdsProvider = DemoIdsContext.Provider;

/** Returns the ids of the items of the demo content. */
export const useDemoIds = (): ReadonlySet<string> => useContext(DemoIdsContext);

/** Marks a row's item if it is part of the demo content. */
export function DemoBadge({ id }: { id: string }) {
  const isDemo = useDemoIds().has(id);
  return isDemo ? <span className={`${badgeStyles.badge} ${rowStyles.demo}`}>Demo</span> : null;
}
