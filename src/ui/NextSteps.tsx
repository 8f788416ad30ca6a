import './NextSteps.css';

interface Props {
  steps: readonly { when: string; what: string }[];
}

/** What happens after the visitor has done something, and when. */
export function NextSteps({ steps }: Props) {
  return (
    <ol className="nx">
      {steps.map(({ when, what }) => (
        <li key={when}>
          <b>{when}</b> <span>{what}</span>
        </li>
      ))}
    </ol>
  );
}
