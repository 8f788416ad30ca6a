import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import type { TalentFilter } from '../../content/collections/talents/talent-options';
import {
  buildTalentUrl,
  emptyFilter,
  listActiveOptions,
} from '../../content/collections/talents/talent-search';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/dialog/Dialog';
import { useDialogHistory } from '../../ui/dialog/dialog-history';
import { FilterGroups, type FilterGroupsProps } from './FilterGroups';
import * as styles from './FilterGroups.module.css';

interface Props extends Omit<FilterGroupsProps, 'onChange'> {
  open: boolean;
  /** Number of matching people, if known. */
  found: number | undefined;
  onOpen: () => void;
  onClose: () => void;
}

/** The filter panel as a dialog, for small screens. Each change applies at once. */
export default function FilterDialog({ open, found, onOpen, onClose, ...groups }: Props) {
  const [, navigate] = useLocation();
  const changedUrl = useRef<string | null>(null);

  const replaceUrl = (url: string) =>
    navigate(url, { replace: true, state: { ...history.state, depth: 0 } });
  // In the dialog's own history entry, so that Back closes the dialog.
  const changeFilter = (filter: TalentFilter) => {
    changedUrl.current = buildTalentUrl({ filter, page: 1 });
    replaceUrl(changedUrl.current);
  };
  useDialogHistory('filters', open ? 1 : 0, (depth) => {
    if (depth > 0) return onOpen();
    // The page's own entry still has the previous filter.
    if (changedUrl.current !== null) replaceUrl(changedUrl.current);
    onClose();
  });
  useEffect(() => {
    if (!open) changedUrl.current = null;
  }, [open]);
  const active = listActiveOptions(groups.filter).length;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="full"
      title={active > 0 ? `Filters (${active})` : 'Filters'}
      footer={
        <>
          <Button variant="secondary" onClick={() => changeFilter(emptyFilter)}>
            Clear Filters
          </Button>
          <Button onClick={onClose}>
            {found === undefined ? 'Close' : `Show ${found} professional(s)`}
          </Button>
        </>
      }
    >
      <div className={styles.dialogGroups}>
        <FilterGroups {...groups} onChange={changeFilter} />
      </div>
    </Dialog>
  );
}
