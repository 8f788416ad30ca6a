import type { TalentFilter } from '../../features/talents/talent-options';
import { listActiveOptions, setOption } from '../../features/talents/talent-search';
import * as formStyles from '../../ui/form.module.css';
import { X } from '../../ui/icons';
import * as styles from './TalentPage.module.css';
import { TalentSearchForm } from './TalentSearchForm';

interface Props {
  filter: TalentFilter;
  /** Called after a filter was removed, together with its button. */
  onRemoved: () => void;
}

/** The active filters, each with a button to remove it. */
export function ActiveFilters({ filter, onRemoved }: Props) {
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
