import { type ComponentProps, useState } from 'react';
import { Button } from '../../ui/Button';
import * as badgeStyles from '../../ui/badges.module.css';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import { SlidersHorizontal } from '../../ui/icons';
import * as layoutStyles from '../../ui/layout.module.css';
import type FilterDialog from './FilterDialog';
import * as styles from './TalentPage.module.css';

type Props = Omit<ComponentProps<typeof FilterDialog>, 'open' | 'onOpen' | 'onClose'> & {
  active: number;
  /** Called if the dialog's code fails to load. */
  onUnavailable: () => void;
};

const loadDialog = () => import('./FilterDialog');
const preloadDialog = () => void loadDialog().catch(() => undefined);

/** Opens the filter dialog on small screens. Preloads its code on hover or focus. */
export function FilterButton({ active, onUnavailable, ...dialog }: Props) {
  const [Loaded, setLoaded] = useState<typeof FilterDialog | null>(null);
  const [open, setOpen] = useState(false);

  async function show() {
    setOpen(true);
    if (Loaded) return;
    try {
      const { default: LoadedDialog } = await loadDialog();
      setLoaded(() => LoadedDialog);
    } catch {
      setOpen(false);
      onUnavailable();
    }
  }

  return (
    <>
      <Button
        variant="secondary"
        size="s"
        className={styles.filterButton}
        aria-haspopup="dialog"
        onClick={show}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
      >
        <SlidersHorizontal />
        Filters
        <ActiveCount active={active} />
      </Button>
      {Loaded && (
        <ErrorBoundary name="The filters" display="overlay">
          <Loaded
            {...dialog}
            open={open}
            onOpen={() => setOpen(true)}
            onClose={() => setOpen(false)}
          />
        </ErrorBoundary>
      )}
    </>
  );
}

/** Number of active filters; nothing without one. */
export function ActiveCount({ active }: { active: number }) {
  if (active === 0) return null;
  return (
    <span className={badgeStyles.count}>
      {active}
      <span className={layoutStyles.visuallyHidden}> active</span>
    </span>
  );
}
