import { type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ComponentType, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { DeletedItems } from '../../../foundation/audit/admin/DeletedItems';
import { useErrorToast } from '../../../foundation/auth/admin/SessionProvider';
import { Button } from '../../../ui/Button';
import { ConfirmDelete } from '../../../ui/dialog/ConfirmDialog';
import { useSelection } from '../../../ui/list/selection';
import { type Deletion, useDeletion } from '../../../ui/list/use-deletion';
import {
  type FocusRequest,
  findNeighbor,
  isFocusLost,
  isInTextField,
} from '../../../ui/list/use-list-focus';
import { MessageBox } from '../../../ui/MessageBox';
import { LoadFailure } from '../../../ui/QueryState';
import * as layoutStyles from '../../../ui/styles/layout.module.css';
import * as stateStyles from '../../../ui/styles/states.module.css';
import { useToast } from '../../../ui/toast/toast';
import type { BaseItem, Collection } from '../define-collection';
import { getNoun, type Noun } from '../define-collection';
import { useCollectionMutations } from '../mutations';
import { ownerListKey } from '../queries';
import * as rowStyles from './item-row.module.css';
import { AddButton, ListTools } from './ListTools';
import * as styles from './rows.module.css';
import { SelectionBar, useTakeDown } from './SelectionBar';
import { SortableRows } from './SortableRows';
import { type LoadItemForm, useItemDialog } from './use-item-dialog';
import { useLinkedItem } from './use-linked-item';
import { type ListView, useListView } from './use-list-view';
import { useReorder } from './use-reorder';

const placeholders = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Loading placeholder. */
function RowsPlaceholder({ title }: { title: string }) {
  return (
    <>
      <p className={layoutStyles.visuallyHidden} role="status">
        Loading {title.toLowerCase()}...
      </p>
      <ul className={`${styles.rows} ${styles.loading}`} aria-hidden="true">
        {placeholders.map((row) => (
          <li key={row}>
            <span className={`${stateStyles.skeleton} ${styles.orderSkeleton}`} />
            <span className={rowStyles.row}>
              <span className={`${stateStyles.skeleton} ${styles.titleSkeleton}`} />
              <span className={`${stateStyles.skeleton} ${styles.subtitleSkeleton}`} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

interface DeleteDialogProps<T extends BaseItem> {
  collection: Collection<T>;
  noun: Noun;
  /** The items to delete. Empty when someone else has deleted them meanwhile: closes the dialog. */
  items: readonly T[];
  deletion: Deletion<T>;
}

/** Explains what the deletion does. The year is `auditRetentionDays`; unused pictures are deleted after a day. */
function DeleteDialog<T extends BaseItem>(props: DeleteDialogProps<T>) {
  const { collection, noun, items, deletion } = props;
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
    ...(collection.deletionNote ? [collection.deletionNote] : []),
  ].join(' ');
  return (
    <ConfirmDelete
      name={item ? (isOne ? collection.getName(item) : `${items.length} ${noun[1]}`) : null}
      note={note}
      pending={deletion.pending}
      onConfirm={deletion.confirm}
      onCancel={deletion.cancel}
    />
  );
}

/** Configuration of a collection's admin tab. */
interface CollectionTabConfig<T extends BaseItem> {
  collection: Collection<T>;
  /** Heading and sentence of the empty list. */
  empty: readonly [heading: string, text: string];
  Row: ComponentType<{ item: T }>;
  /** The texts that a row shows, for the search. */
  getSearchTexts: (item: T) => string[];
  loadForm: LoadItemForm<T>;
}

interface CollectionTabProps<T extends BaseItem> extends CollectionTabConfig<T> {
  /** Keys of other queries to refresh after a change of the collection. */
  alsoInvalidate: readonly QueryKey[];
}

const noItems: readonly never[] = [];

/** The admin tab of a collection: its list to search, add to, edit, reorder and delete from. */
function CollectionTab<T extends BaseItem>(props: CollectionTabProps<T>) {
  const { collection, getSearchTexts, Row } = props;
  const { path, title, getName } = collection;
  const noun = getNoun(collection);
  // Others change it too, and a scheduled change is published by itself, so each mount refetches.
  const query = useQuery<T[]>({ queryKey: ownerListKey(path), staleTime: 0 });
  const mutations = useCollectionMutations<T>(path, props.alsoInvalidate);
  const [focusRequest, setFocusRequest] = useState<FocusRequest | null>(null);
  const section = useRef<HTMLElement>(null);
  const headingId = `${path}-heading`;
  const toast = useToast();
  const showError = useErrorToast();

  const reordering = useReorder<T>(query.data ?? noItems, mutations.reorder.mutateAsync);
  const view = useListView(path, reordering.ordered, getSearchTexts);
  const { visibleItems } = view;
  const canMove = visibleItems.length > 1 && !view.isFiltered;

  const form = useItemDialog(props.loadForm, mutations, (item, isNew) => {
    if (!isNew) return;
    view.showAll();
    setFocusRequest({ id: item.id, controls: ['edit'] });
  });
  useLinkedItem(query.data, form.open);
  const ids = visibleItems.map((item) => item.id);
  const deletion = useDeletion<T>({
    remove: mutations.remove.mutateAsync,
    restore: (deleted) =>
      mutations.restore.mutateAsync(deleted).then(() => showRestored(deleted), showError),
    onDeleted(deleted) {
      const neighbor = findNeighbor(ids, deleted);
      if (neighbor !== undefined) setFocusRequest({ id: neighbor, controls: ['delete'] });
      else if (!isInTextField()) section.current?.focus();
    },
    showError,
  });
  const deleting = reordering.ordered.filter(({ id }) =>
    deletion.asked.some((one) => one.id === id),
  );
  const selection = useSelection(ids);
  const selected = visibleItems.filter(({ id }) => selection.isSelected(id));
  const takeDown = useTakeDown(mutations, selected, { noun, onDone: deselect });

  function showRestored([id]: readonly string[]) {
    toast({ title: 'Restored' });
    if (id !== undefined) setFocusRequest({ id, controls: ['edit'] });
  }

  /** Deselects items. After the last one, the focus that the bar had moves to the list. */
  function deselect(changedIds: readonly string[]) {
    flushSync(() => selection.set(changedIds, false));
    if (isFocusLost()) section.current?.focus();
  }

  return (
    <section className={styles.list} ref={section} tabIndex={-1} aria-labelledby={headingId}>
      <h2 id={headingId} className={layoutStyles.visuallyHidden}>
        {title}
      </h2>
      <ListHead {...props} noun={noun} query={query} view={view} form={form} section={section} />
      <SelectionBar
        selection={selection}
        count={visibleItems.length}
        noun={noun}
        takeDown={takeDown}
        onDelete={() => deletion.ask(selected)}
        onClear={() => deselect(ids)}
      />
      {visibleItems.length > 0 && (
        <SortableRows
          items={visibleItems}
          labelledBy={headingId}
          getName={getName}
          Row={Row}
          moveState={reordering.pending ? 'pending' : canMove ? 'yes' : 'no'}
          onMove={reordering.move}
          onEdit={form.open}
          onEditIntent={form.preload}
          onDelete={(item) => deletion.ask([item])}
          selection={selection}
          focusRequest={focusRequest}
          onFocusRequest={setFocusRequest}
          isFocusPaused={form.isOpen || deleting.length > 0}
        />
      )}
      <DeletedItems
        path={path}
        pluralLabel={noun[1]}
        getName={getName}
        onSettled={mutations.invalidateRelated}
      />
      {form.dialog}
      <DeleteDialog collection={collection} noun={noun} items={deleting} deletion={deletion} />
    </section>
  );
}

interface HeadProps<T extends BaseItem>
  extends Pick<CollectionTabProps<T>, 'collection' | 'empty'> {
  noun: Noun;
  query: UseQueryResult<T[]>;
  view: ListView<T>;
  form: { open: () => void; preload: () => void };
  section: RefObject<HTMLElement | null>;
}

/** The tools above the rows, and the rows or the state of an empty list. */
function ListHead<T extends BaseItem>(props: HeadProps<T>) {
  const { noun, query, view, form, section } = props;
  const { title } = props.collection;
  const { data, isError, refetch } = query;
  const search = useRef<HTMLInputElement>(null);

  function clearSearch() {
    view.showAll();
    search.current?.focus();
  }

  async function retry() {
    await refetch();
    // The button that had the focus disappears with the error.
    if (isFocusLost()) section.current?.focus();
  }

  return (
    <>
      {isError && (
        <LoadFailure name={title} query={query} onRetry={retry} className={styles.message} />
      )}
      {data?.length === 0 && (
        <MessageBox heading={props.empty[0]} className={styles.message}>
          <p>{props.empty[1]}</p>
          <AddButton noun={noun} onAdd={() => form.open()} onAddIntent={form.preload} />
        </MessageBox>
      )}
      {(data ? data.length > 0 : !isError) && (
        <ListTools
          noun={noun}
          view={view}
          counts={data ? { all: data.length, found: view.visibleItems.length } : null}
          search={search}
          onAdd={() => form.open()}
          onAddIntent={form.preload}
        />
      )}
      {!data && !isError && <RowsPlaceholder title={title} />}
      {data && data.length > 0 && view.visibleItems.length === 0 && (
        <MessageBox heading={`No ${noun[1]} match`} className={styles.message}>
          <p>Try another search.</p>
          <Button variant="secondary" onClick={clearSearch}>
            {`Show all ${noun[1]}`}
          </Button>
        </MessageBox>
      )}
    </>
  );
}

/** A collection's admin tab, without the type of its items. */
export type CollectionTabContent = ComponentType<{ alsoInvalidate: readonly QueryKey[] }>;

/** Defines the admin tab of a collection: the default export of its folder's `admin/tab.tsx`. */
export const defineTab =
  <T extends BaseItem>(config: CollectionTabConfig<T>): CollectionTabContent =>
  (props) => <CollectionTab {...config} {...props} />;
