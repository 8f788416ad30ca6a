import * as styles from './Spinner.module.css';

/** Busy indicator. Needs a text beside it. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
