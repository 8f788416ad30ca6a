import { type ComponentType, useMemo, useRef, useState } from 'react';
import type { CollectionPath, ItemAt } from '../../features/collections';
import { DeletedItems } from '../../foundation/audit/admin/DeletedItems';
import { usePersistentText } from '../../lib/release-reload';
import { Button } from '../../ui/Button';
import { ConfirmDelete } from '../../ui/ConfirmDelete';
import { useAdminCollection } from '../admin-queries';
import { useCollectionMutations } from '../mutations';
import { AddButton, ListTools, type Noun } from './ListTools';
import { SortableRows } from './SortableRows';
import { searchItems } from './search-items';
import { EmptyBox, ErrorBox, RowsPlaceholder } from './TabStates';
import { useDelete } from './use-delete';
import { preloadItemDialog, useItemDialog } from './use-item-dialog';
import type { FocusRequest } from './use-list-focus';
import { useReorder } from './use-reorder';

interface Props<P extends CollectionPath> {
  collection: { path: P; getName: (item: ItemAt<P>) => string; fields: object };
  title: string;
  noun: Noun;
  /** Heading and sentence when there are none. */
  empty: readonly [heading: string, text: string];
  /** What a row shows, in words: what the search looks at. */
  getSearchTexts: (item: ItemAt<P>) => string[];
  Row: ComponentType<{ item: ItemAt<P> }>;
}

const noItems: readonly never[] = [];

/** What a deletion really does. A year is `auditDays`, a day is how long a picture is kept that nothing shows. */
const getDeletionNote = (hasPicture: boolean): string =>
  [
    'It disappears from the site immediately. For a year you can restore it from “Recently deleted” below this list, or choose “Delete for good” there.',
    ...(hasPicture ? ['An uploaded picture is deleted for good after a day.'] : []),
  ].join(' ');

/** A collection as the site shows it, in its order, to be searched, added to, edited, ordered and cleared out. */
export function CollectionTab<P extends CollectionPath>(props: Props<P>) {
  const { collection, title, noun, empty, getSearchTexts, Row } = props;
  const { path, getName } = collection;
  const { data, isError, error, isFetching, refetch } = useAdminCollection(path);
  const { reorder } = useCollectionMutations(path);
  const [searchText, setSearchText] = usePersistentText(`search-${path}`);
  const [focusRequest, setFocusRequest] = useState<FocusRequest | null>(null);
  const section = useRef<HTMLElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const headingId = `${path}-heading`;

  const reordering = useReorder<ItemAt<P>>(data ?? noItems, reorder.mutateAsync);
  const visibleItems = useMemo(
    () => searchItems(reordering.ordered, getSearchTexts, searchText),
    [reordering.ordered, getSearchTexts, searchText],
  );
  const moveState = reordering.pending
    ? 'pending'
    : visibleItems.length > 1 && searchText.trim() === ''
      ? 'yes'
      : 'no';

  const form = useItemDialog(path, (item, isNew) => {
    if (!isNew) return;
    setSearchText('');
    setFocusRequest({ id: item.id, controls: ['edit'] });
  });
  const deletion = useDelete(path, {
    onDeleted(id) {
      const index = visibleItems.findIndex((item) => item.id === id);
      const neighbour = visibleItems[index + 1] ?? visibleItems[index - 1];
      if (neighbour) setFocusRequest({ id: neighbour.id, controls: ['delete'] });
      else section.current?.focus();
    },
    onRestored: (id) => setFocusRequest({ id, controls: ['edit'] }),
  });
  // Whoever else has deleted it meanwhile has answered the question.
  const itemToDelete = reordering.ordered.find((item) => item.id === deletion.asked);

  function clearSearch() {
    setSearchText('');
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
        <ErrorBox
          title={title}
          error={error}
          isStale={data !== undefined}
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
          searchText={searchText}
          onSearchChange={setSearchText}
          counts={data ? { all: data.length, found: visibleItems.length } : null}
          search={search}
          onAdd={() => form.open()}
          onAddIntent={preloadItemDialog}
        />
      )}
      {!data && !isError && <RowsPlaceholder title={title} />}
      {data && data.length > 0 && visibleItems.length === 0 && (
        <EmptyBox heading={`No ${noun[1]} match`} text="Try another search.">
          <Button variant="secondary" onClick={clearSearch}>
            {`Show all ${noun[1]}`}
          </Button>
        </EmptyBox>
      )}
      {visibleItems.length > 0 && (
        <SortableRows
          items={visibleItems}
          labelledBy={headingId}
          getName={getName}
          Row={Row}
          moveState={moveState}
          onMove={reordering.move}
          onEdit={form.open}
          onEditIntent={preloadItemDialog}
          onDelete={(item) => deletion.ask(item.id)}
          focusRequest={focusRequest}
          onFocusRequest={setFocusRequest}
          isFocusPaused={form.isOpen || itemToDelete !== undefined}
        />
      )}
      <DeletedItems
        path={path}
        pluralLabel={noun[1]}
        getName={(item) => getName(item as ItemAt<P>) || 'Unnamed'}
      />
      {form.dialog}
      <ConfirmDelete
        name={itemToDelete ? getName(itemToDelete) : null}
        note={getDeletionNote('imageUrl' in collection.fields)}
        pending={deletion.pending}
        onConfirm={() => itemToDelete && deletion.confirm(itemToDelete.id)}
        onCancel={deletion.cancel}
      />
    </section>
  );
}
