import type { RefObject } from 'react';
import { formatCount, formatNumber } from '../../../lib/format-number';
import { Button } from '../../../ui/Button';
import { SearchField } from '../../../ui/form/SearchField';
import { SegmentedControl } from '../../../ui/form/SegmentedControl';
import { Plus } from '../../../ui/icons/admin-icons';
import * as textStyles from '../../../ui/styles/text.module.css';
import * as toolbarStyles from '../../../ui/styles/toolbar.module.css';
import type { BaseItem, Noun } from '../define-collection';
import * as rowsStyles from './rows.module.css';
import type { ListView, StateFilterControl } from './use-list-view';

interface Props {
  noun: Noun;
  view: Pick<
    ListView<BaseItem>,
    'searchText' | 'setSearchText' | 'isSearched' | 'isFiltered' | 'filter'
  >;
  /** Numbers of all items and of those that the search finds; null while the list loads. */
  counts: { all: number; found: number } | null;
  search: RefObject<HTMLInputElement | null>;
  onAdd: () => void;
  onAddIntent: () => void;
}

/** The tools above a list: search, counts and the Add button. */
export function ListTools({ noun, view, counts, search, onAdd, onAddIntent }: Props) {
  const { searchText, setSearchText, isSearched, isFiltered, filter } = view;
  return (
    <search className={toolbarStyles.toolbar}>
      <SearchField
        ref={search}
        label={`Search ${noun[1]}`}
        value={searchText}
        onChange={setSearchText}
      />
      <StateFilter {...filter} />
      <p className={textStyles.meta} role="status">
        {counts &&
          (isFiltered
            ? `${formatNumber(counts.found)} of ${formatCount(counts.all, ...noun)}. To change the order, ${isSearched ? 'clear the search' : 'show all'}.`
            : `${formatCount(counts.all, ...noun)}, in the order the site shows`)}
      </p>
      <AddButton noun={noun} onAdd={onAdd} onAddIntent={onAddIntent} />
    </search>
  );
}

/** Opens the form of a new item. */
export function AddButton({
  noun,
  onAdd,
  onAddIntent,
}: Pick<Props, 'noun' | 'onAdd' | 'onAddIntent'>) {
  return (
    <Button onClick={onAdd} onPointerEnter={onAddIntent} onFocus={onAddIntent}>
      <Plus />
      {`Add ${noun[0]}`}
    </Button>
  );
}

/** Chooses which items the list shows: all, or those in one state. */
function StateFilter({ current, choices, total, choose }: StateFilterControl) {
  if (choices.length === 0) return null;
  const options = [{ name: null, label: 'All', count: total }, ...choices].map(
    ({ name, label, count }) => ({
      value: name,
      label: `${label} ${formatNumber(count)}`,
    }),
  );
  return (
    <SegmentedControl
      label="Show"
      options={options}
      value={current}
      onChange={choose}
      className={rowsStyles.stateFilter}
    />
  );
}
