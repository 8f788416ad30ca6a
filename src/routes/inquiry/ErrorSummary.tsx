import { type MouseEvent, useEffect, useRef } from 'react';
import { type LeadField, leadLabels } from '../../features/leads/inquiry/lead-form-options';
import { getFieldAnchor } from '../../features/leads/public/LeadFields';
import { listKeys } from '../../lib/list-keys';
import { CircleAlert } from '../../ui/admin-icons';
import * as styles from './InquiryPage.module.css';

const orderedFields = listKeys(leadLabels);

/** Focuses the field of an error. Without JavaScript the link only jumps to the field's anchor. */
function focusField(event: MouseEvent, field: LeadField) {
  const place = document.getElementById(getFieldAnchor(field));
  const control = place?.querySelector<HTMLElement>('input, select, textarea');
  if (!control) return;
  event.preventDefault();
  control.focus();
}

/** Error summary above the form, with a link to each invalid field. */
export function ErrorSummary({ errors }: { errors: Record<string, string> }) {
  const summary = useRef<HTMLDivElement>(null);
  const invalidFields = orderedFields.filter((field) => Object.hasOwn(errors, field));

  useEffect(() => {
    summary.current?.focus();
  }, []);

  if (invalidFields.length === 0) return null;
  return (
    <div className={styles.errors} ref={summary} tabIndex={-1} role="alert">
      <h2>
        <CircleAlert />
        {invalidFields.length === 1
          ? 'Check this field'
          : `Check these ${invalidFields.length} fields`}
      </h2>
      <ul>
        {invalidFields.map((field) => (
          <li key={field}>
            <a href={`#${getFieldAnchor(field)}`} onClick={(event) => focusField(event, field)}>
              {leadLabels[field]}
            </a>
            {`: ${errors[field]}`}
          </li>
        ))}
      </ul>
    </div>
  );
}
