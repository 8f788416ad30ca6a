import { type MouseEvent, useEffect, useRef } from 'react';
import { fieldAnchor } from '../../features/leads/LeadFields';
import { type LeadField, leadLabels } from '../../features/leads/lead-options';
import { CircleAlert } from '../../ui/later-icons';

const inOrder = Object.keys(leadLabels) as LeadField[];

/** The link leads to the field's place; with JavaScript, into the field. */
function enterField(event: MouseEvent, field: LeadField) {
  const place = document.getElementById(fieldAnchor(field));
  const control = place?.querySelector<HTMLElement>('input, select, textarea');
  if (!control) return;
  event.preventDefault();
  control.focus();
}

/** What is wrong with the form as a whole, at its top: a link to each field that needs another look. */
export function ErrorSummary({ errors }: { errors: Record<string, string> }) {
  const summary = useRef<HTMLDivElement>(null);
  const wrong = inOrder.filter((field) => Object.hasOwn(errors, field));

  useEffect(() => {
    summary.current?.focus();
  }, []);

  if (wrong.length === 0) return null;
  return (
    <div className="enq-e" ref={summary} tabIndex={-1} role="alert">
      <h2>
        <CircleAlert />
        {wrong.length === 1 ? 'Check this answer' : `Check these ${wrong.length} answers`}
      </h2>
      <ul>
        {wrong.map((field) => (
          <li key={field}>
            <a href={`#${fieldAnchor(field)}`} onClick={(event) => enterField(event, field)}>
              {leadLabels[field]}
            </a>
            {`: ${errors[field]}`}
          </li>
        ))}
      </ul>
    </div>
  );
}
