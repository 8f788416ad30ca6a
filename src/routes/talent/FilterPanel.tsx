import type { FormEvent } from 'react';
import * as buttonStyles from '../../ui/buttons.module.css';
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
