import * as layoutStyles from '../../ui/styles/layout.module.css';
import * as stateStyles from '../../ui/styles/states.module.css';
import * as styles from './CardForm.module.css';

/** Loading placeholder of Stripe's card fields. */
export function CardFieldsPlaceholder() {
  return (
    <div className={styles.placeholder} role="status">
      <span className={layoutStyles.visuallyHidden}>Loading the card form...</span>
      <span className={`${stateStyles.skeleton} ${styles.fieldSkeleton}`} />
      <span className={`${stateStyles.skeleton} ${styles.fieldSkeleton}`} />
      <span className={`${stateStyles.skeleton} ${styles.fieldSkeleton}`} />
    </div>
  );
}
