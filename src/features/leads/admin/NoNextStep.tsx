import * as styles from './NoNextStep.module.css';

/** Marks an open lead that nobody has planned anything for. */
export function NoNextStep() {
  return <span className={styles.mark}>No next step</span>;
}
