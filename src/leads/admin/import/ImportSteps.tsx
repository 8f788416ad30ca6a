import * as styles from './ImportSteps.module.css';

const steps = [
  ['File', 'Choose or drop'],
  ['Check', 'Columns and rows'],
  ['Done', 'With undo'],
] as const;

/** The three steps of an import, with the current one. */
export function ImportSteps({ current }: { current: 0 | 1 | 2 }) {
  return (
    <ol className={styles.steps} aria-label="Steps">
      {steps.map(([name, text], index) => (
        <li
          key={name}
          aria-current={index === current ? 'step' : undefined}
          data-reached={index <= current || undefined}
        >
          <b>{name}</b>
          <small>{text}</small>
        </li>
      ))}
    </ol>
  );
}
