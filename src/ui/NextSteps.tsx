import * as styles from './NextSteps.module.css';

interface Props {
  steps: readonly { when: string; what: string }[];
}

/** List of what happens next, and when. */
export function NextSteps({ steps }: Props) {
  return (
    <ol className={styles.steps}>
      {steps.map(({ when, what }) => (
        <li key={when}>
          <b>{when}</b> <span>{what}</span>
        </li>
      ))}
    </ol>
  );
}
