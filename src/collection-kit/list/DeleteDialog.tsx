import { ConfirmDelete } from '../../ui/ConfirmDelete';
import type { BaseItem, Collection } from '../define-collection';
import type { Noun } from './noun';
import type { ListDeletion } from './use-list-deletion';

interface Props<T extends BaseItem> {
  collection: Collection<T>;
  noun: Noun;
  deletion: ListDeletion<T>;
}

/** Explains what the deletion does. The year is `auditRetentionDays`; unused pictures are deleted after a day. */
export function DeleteDialog<T extends BaseItem>(props: Props<T>) {
  const { collection, noun, deletion } = props;
  const { items } = deletion;
  const [item] = items;
  const isOne = items.length === 1;
  const note = [
    isOne
      ? 'It disappears from the site immediately. For a year you can restore it from “Recently deleted” below this list, or choose “Delete for good” there.'
      : 'They disappear from the site immediately. For a year you can restore each one from “Recently deleted” below this list, or choose “Delete for good” there.',
    ...(Object.values(collection.kinds).includes('picture')
      ? [
          isOne
            ? 'An uploaded picture is deleted for good after a day.'
            : 'Their uploaded pictures are deleted for good after a day.',
        ]
      : []),
  ].join(' ');
  return (
    <ConfirmDelete
      name={item ? (isOne ? collection.getName(item) : `${items.length} ${noun[1]}`) : null}
      note={note}
      pending={deletion.pending}
      onConfirm={() => deletion.confirm(deletion.asked)}
      onCancel={deletion.cancel}
    />
  );
}
