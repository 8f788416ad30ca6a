import { Check } from '../../../ui/icons';
import { leadSteps } from '../lead-form-options';
import './Steps.css';

/** Progress of the form: three circles. */
export function Steps({ current }: { current: number }) {
  return (
    <ol
      className="steps"
      aria-label={`Step ${current + 1} of ${leadSteps.length}`}
      data-step={current + 1}
    >
      {leadSteps.map(({ title }, index) => (
        <li
          key={title}
          {...(index < current && { className: 'done' })}
          {...(index === current && { 'aria-current': 'step' as const })}
        >
          <b>{index < current ? <Check /> : index + 1}</b>
          <span>
            {title}
            {index < current && <span className="vh">, done</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
