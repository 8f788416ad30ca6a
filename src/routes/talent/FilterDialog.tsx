import { emptyFilter, listActiveOptions } from '../../features/talents/talent-search';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { FilterGroups, type FilterGroupsProps } from './FilterGroups';
import * as styles from './FilterGroups.module.css';

interface Props extends FilterGroupsProps {
  open: boolean;
  /** Number of matching people, if known. */
  found: number | undefined;
  onClose: () => void;
}

/** The filter panel as a dialog, for small screens. Each change applies at once. */
export default function FilterDialog({ open, found, onClose, ...groups }: Props) {
  const active = listActiveOptions(groups.filter).length;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="full"
      title={active > 0 ? `Filters (${active})` : 'Filters'}
      footer={
        <>
          <Button variant="secondary" onClick={() => groups.onChange(emptyFilter)}>
            Clear Filters
          </Button>
          <Button onClick={onClose}>
            {found === undefined ? 'Close' : `Show ${found} professional(s)`}
          </Button>
        </>
      }
    >
      <div className={styles.dialogGroups}>
        <FilterGroups {...groups} />
      </div>
    </Dialog>
  );
}
