import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import type { TalentFilter } from '../../content/collections/talents/talent-options';
import {
  buildTalentUrl,
  listActiveOptions,
  setOption,
  type TalentSearch,
  toQueryEntries,
} from '../../content/collections/talents/talent-search';
import { Button } from '../../ui/Button';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import * as formStyles from '../../ui/form/form.module.css';
import { SlidersHorizontal, X } from '../../ui/icons/icons';
import * as badgeStyles from '../../ui/styles/badges.module.css';
import * as buttonStyles from '../../ui/styles/buttons.module.css';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import type FilterDialog from './FilterDialog';
import { FilterGroups, type FilterGroupsProps } from './FilterGroups';
import * as styles from './TalentPage.module.css';

const preventSubmit = (event: FormEvent) => event.preventDefault();

/**
 * The filter form. Until the page is hydrated it has a submit button; then each change applies at
 * once.
 */
export function FilterPanel(props: FilterGroupsProps) {
  return (
    <form action="/talent" method="get" onSubmit={preventSubmit}>
      <FilterGroups {...props} />
      <button
        type="submit"
        className={`${buttonStyles.button} ${buttonStyles.primary} ${styles.submit}`}
      >
        Show results
      </button>
    </form>
  );
}

type FilterButtonProps = Omit<
  ComponentProps<typeof FilterDialog>,
  'open' | 'onOpen' | 'onClose'
> & {
  active: number;
  /** Called if the dialog's code fails to load. */
  onUnavailable: () => void;
};

const loadDialog = () => import('./FilterDialog');
const preloadDialog = () => void loadDialog().catch(() => undefined);

/** Opens the filter dialog on small screens. Preloads its code on hover or focus. */
export function FilterButton({ active, onUnavailable, ...dialog }: FilterButtonProps) {
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
        className={`${styles.filterButton} ${layoutStyles.scripted}`}
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
    <span key={active} className={badgeStyles.count}>
      {active}
      <span className={layoutStyles.visuallyHidden}> active</span>
    </span>
  );
}

interface TalentSearchFormProps {
  to: TalentSearch;
  onNavigated?: () => void;
  children: ReactNode;
}

/**
 * A GET form around a button that opens another view of the talent page, even without JavaScript.
 */
export function TalentSearchForm({ to, onNavigated, children }: TalentSearchFormProps) {
  const [, navigate] = useLocation();
  function navigateToSearch(event: FormEvent) {
    event.preventDefault();
    navigate(buildTalentUrl(to));
    onNavigated?.();
  }
  return (
    <form action="/talent" method="get" onSubmit={navigateToSearch}>
      {toQueryEntries(to).map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}

interface ActiveFiltersProps {
  filter: TalentFilter;
  /** Called after a filter was removed, together with its button. */
  onRemoved: () => void;
}

/** The active filters, each with a button to remove it. */
export function ActiveFilters({ filter, onRemoved }: ActiveFiltersProps) {
  const active = listActiveOptions(filter);
  if (active.length === 0) return null;
  return (
    <ul className={styles.activeFilters} aria-label="Active filters">
      {active.map(({ name, option }) => (
        <li key={`${name} ${option}`} className={formStyles.chip}>
          {option}
          <TalentSearchForm
            to={{ filter: setOption(filter, name, option, false), page: 1 }}
            onNavigated={onRemoved}
          >
            <button type="submit" aria-label={`Remove ${option}`}>
              <X />
            </button>
          </TalentSearchForm>
        </li>
      ))}
    </ul>
  );
}
