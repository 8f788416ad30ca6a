import type { OptionCounts } from '../../features/talents/option-counts';
import type { TalentFilter } from '../../features/talents/talent-options';
import { emptyFilter, listActiveOptions } from '../../features/talents/talent-search';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { FilterGroups } from './FilterGroups';
import * as styles from './FilterGroups.module.css';

interface Props {
  open: boolean;
  filter: TalentFilter;
  counts: OptionCounts | undefined;
  /** Number of matching people, if known. */
  found: number | undefined;
  onChange: (filter: TalentFilter) => void;
  onPrefetch: (filter: TalentFilter) => Promise<void>;
  onClose: () => void;
}

/** The filter panel as a dialog, for small screens. Each change applies at once. */
export default function FilterDialog({
  open,
  filter,
  counts,
  found,
  onChange,
  onPrefetch,
  onClose,
}: Props) {
  const active = listActiveOptions(filter).length;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="full"
      title={active > 0 ? `Filters (${active})` : 'Filters'}
      footer={
        <>
          <Button variant="secondary" onClick={() => onChange(emptyFilter)}>
            Clear Filters
          </Button>
          <Button onClick={onClose}>
            {found === undefined ? 'Close' : `Show ${found} professional(s)`}
          </Button>
        </>
      }
    >
      <div className={styles.dialogGroups}>
        <FilterGroups filter={filter} counts={counts} onChange={onChange} onPrefetch={onPrefetch} />
      </div>
    </Dialog>
  );
}
