import { type ComponentType, useMemo, useRef, useState } from 'react';
import { DeletedItems } from '../features/audit/DeletedItems';
import { useKeptText } from '../lib/newer-release';
import { Button } from '../ui/Button';
import { ConfirmDelete } from '../ui/ConfirmDelete';
import { useCollectionMutations } from './collection-mutations';
import type { CollectionPath, ItemAt } from './index';
import { AddButton, ListTools, type Noun } from './list/ListTools';
import { SortableRows } from './list/SortableRows';
import { searchItems } from './list/search-items';
import { EmptyBox, FailedBox, RowsPlaceholder } from './list/TabStates';
import { useDelete } from './list/use-delete';
import { preloadItemDialog, useItemDialog } from './list/use-item-dialog';
import type { FocusWish } from './list/use-list-focus';
import { useReorder } from './list/use-reorder';
import { useOwnCollection } from './owner-queries';

interface Props<P extends CollectionPath> {
  collection: { path: P; nameOf: (item: ItemAt<P>) => string; fields: object };
  title: string;
  noun: Noun;
  /** Heading and sentence when there are none. */
  empty: readonly [heading: string, text: string];
  /** What a row shows, in words: what the search looks at. */
  textsOf: (item: ItemAt<P>) => string[];
  Row: ComponentType<{ item: ItemAt<P> }>;
}

const none: readonly never[] = [];

/** What a deletion really does. A year is `auditDays`, a day is how long a picture is kept that nothing shows. */
const noteOnDeletion = (hasPicture: boolean): string =>
  [
    'It leaves the site at once. For a year it stays in “Recently deleted” below this list: restore it there, or choose “Delete for good”.',
    ...(hasPicture ? ['An uploaded picture is gone for good after a day.'] : []),
  ].join(' ');

/** A collection as the site shows it, in its order, to be searched, added to, edited, ordered and cleared out. */
export function CollectionTab<P extends CollectionPath>(props: Props<P>) {
  const { collection, title, noun, empty, textsOf, Row } = props;
  const { path, nameOf } = collection;
  const { data, isError, error, isFetching, refetch } = useOwnCollection(path);
  const { reorder } = useCollectionMutations(path);
  const [typed, setTyped] = useKeptText(`search-${path}`);
  const [wish, setWish] = useState<FocusWish | null>(null);
  const section = useRef<HTMLElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const headingId = `${path}-heading`;

  const order = useReorder<ItemAt<P>>(data ?? none, reorder.mutateAsync);
  const shown = useMemo(
    () => searchItems(order.ordered, textsOf, typed),
    [order.ordered, textsOf, typed],
  );
  const movable = order.pending
    ? 'pending'
    : shown.length > 1 && typed.trim() === ''
      ? 'yes'
      : 'no';

  const form = useItemDialog(path, (item, isNew) => {
    if (!isNew) return;
    setTyped('');
    setWish({ id: item.id, controls: ['edit'] });
  });
  const deletion = useDelete(path, {
    onDeleted(id) {
      const index = shown.findIndex((item) => item.id === id);
      const neighbour = shown[index + 1] ?? shown[index - 1];
      if (neighbour) setWish({ id: neighbour.id, controls: ['delete'] });
      else section.current?.focus();
    },
    onRestored: (id) => setWish({ id, controls: ['edit'] }),
  });
  // Whoever else has deleted it meanwhile has answered the question.
  const asked = order.ordered.find((item) => item.id === deletion.asked);

  function clearSearch() {
    setTyped('');
    search.current?.focus();
  }

  async function retry() {
    await refetch();
    // With the failure its button goes, and the focus with it.
    if (document.activeElement === document.body) section.current?.focus();
  }

  return (
    <section className="list" ref={section} tabIndex={-1} aria-labelledby={headingId}>
      <h2 id={headingId} className="vh">
        {title}
      </h2>
      {isError && (
        <FailedBox
          title={title}
          error={error}
          stale={data !== undefined}
          busy={isFetching}
          onRetry={retry}
        />
      )}
      {data?.length === 0 && (
        <EmptyBox heading={empty[0]} text={empty[1]}>
          <AddButton noun={noun} onAdd={() => form.open()} onAddIntent={preloadItemDialog} />
        </EmptyBox>
      )}
      {(data ? data.length > 0 : !isError) && (
        <ListTools
          noun={noun}
          typed={typed}
          onType={setTyped}
          counts={data ? { all: data.length, found: shown.length } : null}
          search={search}
          onAdd={() => form.open()}
          onAddIntent={preloadItemDialog}
        />
      )}
      {!data && !isError && <RowsPlaceholder title={title} />}
      {data && data.length > 0 && shown.length === 0 && (
        <EmptyBox heading={`No ${noun[1]} match`} text="Try another word.">
          <Button variant="secondary" onClick={clearSearch}>
            {`Show all ${noun[1]}`}
          </Button>
        </EmptyBox>
      )}
      {shown.length > 0 && (
        <SortableRows
          items={shown}
          labelledBy={headingId}
          nameOf={nameOf}
          Row={Row}
          movable={movable}
          onMove={order.move}
          onEdit={form.open}
          onEditIntent={preloadItemDialog}
          onDelete={(item) => deletion.ask(item.id)}
          wish={wish}
          onWish={setWish}
          held={form.isOpen || asked !== undefined}
        />
      )}
      <DeletedItems
        path={path}
        what={noun[1]}
        nameOf={(item) => nameOf(item as ItemAt<P>) || 'Unnamed'}
      />
      {form.dialog}
      <ConfirmDelete
        name={asked ? nameOf(asked) : null}
        note={noteOnDeletion('imageUrl' in collection.fields)}
        pending={deletion.pending}
        onConfirm={() => asked && deletion.confirm(asked.id)}
        onCancel={deletion.cancel}
      />
    </section>
  );
}
