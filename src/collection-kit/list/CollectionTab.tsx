import { type QueryKey, useQuery } from '@tanstack/react-query';
import { type ComponentType, useMemo, useRef, useState } from 'react';
import { DeletedItems } from '../../foundation/audit/admin/DeletedItems';
import { usePersistentText } from '../../lib/release-reload';
import { Button } from '../../ui/Button';
import { ConfirmDelete } from '../../ui/ConfirmDelete';
import * as layoutStyles from '../../ui/layout.module.css';
import type { BaseItem, Collection } from '../define-collection';
import { useCollectionMutations } from '../mutations';
import { collectionKey } from '../queries';
import { AddButton, ListTools, type Noun } from './ListTools';
import * as styles from './rows.module.css';
import { SortableRows } from './SortableRows';
import { searchItems } from './search-items';
import { EmptyBox, ErrorBox, RowsPlaceholder } from './TabStates';
import { useDelete } from './use-delete';
import { type LoadItemForm, useItemDialog } from './use-item-dialog';
import type { FocusRequest } from './use-list-focus';
import { useReorder } from './use-reorder';

/** Configuration of a collection's admin tab. */
export interface CollectionTabConfig<T extends BaseItem> {
  collection: Collection<T>;
  /** Heading and sentence of the empty list. */
  empty: readonly [heading: string, text: string];
  Row: ComponentType<{ item: T }>;
  /** The texts that a row shows, for the search. */
  getSearchTexts: (item: T) => string[];
  loadForm: LoadItemForm<T>;
}

interface Props<T extends BaseItem> extends CollectionTabConfig<T> {
  /** Keys of other queries to refresh after a change of the collection. */
  alsoInvalidate: readonly QueryKey[];
}

const noItems: readonly never[] = [];

/**
 * Returns the text that explains what a deletion does. The year is `auditRetentionDays`; unused
 * pictures are deleted after a day.
 */
const getDeletionNote = (hasPicture: boolean): string =>
  [
    'It disappears from the site immediately. For a year you can restore it from “Recently deleted” below this list, or choose “Delete for good” there.',
    ...(hasPicture ? ['An uploaded picture is deleted for good after a day.'] : []),
  ].join(' ');

/** The admin tab of a collection: its list to search, add to, edit, reorder and delete from. */
export function CollectionTab<T extends BaseItem>(props: Props<T>) {
  const { collection, empty, getSearchTexts, Row } = props;
  const { path, title, label, kinds, getName } = collection;
  const noun: Noun = [label.toLowerCase(), path.replaceAll('-', ' ')];
  const { data, isError, error, isFetching, refetch } = useQuery<T[]>({
    queryKey: collectionKey(path),
  });
  const mutations = useCollectionMutations<T>(path, props.alsoInvalidate);
  const [searchText, setSearchText] = usePersistentText(`search-${path}`);
  const [focusRequest, setFocusRequest] = useState<FocusRequest | null>(null);
  const section = useRef<HTMLElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const headingId = `${path}-heading`;

  const reordering = useReorder<T>(data ?? noItems, mutations.reorder.mutateAsync);
  const visibleItems = useMemo(
    () => searchItems(reordering.ordered, getSearchTexts, searchText),
    [reordering.ordered, getSearchTexts, searchText],
  );
  const moveState = reordering.pending
    ? 'pending'
    : visibleItems.length > 1 && searchText.trim() === ''
      ? 'yes'
      : 'no';

  const form = useItemDialog(props.loadForm, mutations, (item, isNew) => {
    if (!isNew) return;
    setSearchText('');
    setFocusRequest({ id: item.id, controls: ['edit'] });
  });
  const deletion = useDelete(mutations, {
    onDeleted(id) {
      const index = visibleItems.findIndex((item) => item.id === id);
      const neighbour = visibleItems[index + 1] ?? visibleItems[index - 1];
      if (neighbour) setFocusRequest({ id: neighbour.id, controls: ['delete'] });
      else section.current?.focus();
    },
    onRestored: (id) => setFocusRequest({ id, controls: ['edit'] }),
  });
  // Undefined when someone else has deleted the item meanwhile. That closes the dialog.
  const itemToDelete = reordering.ordered.find((item) => item.id === deletion.asked);

  function clearSearch() {
    setSearchText('');
    search.current?.focus();
  }

  async function retry() {
    await refetch();
    // The button that had the focus disappears with the error.
    if (document.activeElement === document.body) section.current?.focus();
  }

  return (
    <section className={styles.list} ref={section} tabIndex={-1} aria-labelledby={headingId}>
      <h2 id={headingId} className={layoutStyles.visuallyHidden}>
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
          <AddButton noun={noun} onAdd={() => form.open()} onAddIntent={form.preload} />
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
          onAddIntent={form.preload}
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
          onEditIntent={form.preload}
          onDelete={(item) => deletion.ask(item.id)}
          focusRequest={focusRequest}
          onFocusRequest={setFocusRequest}
          isFocusPaused={form.isOpen || itemToDelete !== undefined}
        />
      )}
      <DeletedItems
        path={path}
        pluralLabel={noun[1]}
        getName={(item) => getName(item) || 'Unnamed'}
        onSettled={mutations.invalidateRelated}
      />
      {form.dialog}
      <ConfirmDelete
        name={itemToDelete ? getName(itemToDelete) : null}
        note={getDeletionNote(Object.values(kinds).includes('picture'))}
        pending={deletion.pending}
        onConfirm={() => itemToDelete && deletion.confirm(itemToDelete.id)}
        onCancel={deletion.cancel}
      />
    </section>
  );
}
