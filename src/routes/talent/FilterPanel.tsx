import type { FormEvent } from 'react';
import type { OptionCounts } from '../../features/talents/option-counts';
import type { TalentFilter } from '../../features/talents/talent-options';
import * as buttonStyles from '../../ui/buttons.module.css';
import { FilterGroups } from './FilterGroups';
import * as styles from './TalentPage.module.css';

interface Props {
  filter: TalentFilter;
  counts: OptionCounts | undefined;
  onChange: (filter: TalentFilter) => void;
  onPrefetch: (filter: TalentFilter) => Promise<void>;
}

const preventSubmit = (event: FormEvent) => event.preventDefault();

/**
 * The filter form. Until the page is hydrated it has a submit button; then each change applies at
 * once.
 */
export function FilterPanel(props: Props) {
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
