import { Fragment, useMemo, useRef, useState } from 'react';
import { formatDateTime } from '../../../lib/format-date';
import { Pencil, Trash2 } from '../../../ui/admin-icons';
import { IconButton } from '../../../ui/Button';
import * as layoutStyles from '../../../ui/layout.module.css';
import * as stateStyles from '../../../ui/states.module.css';
import { useVirtualRows } from '../../../ui/use-virtual-rows';
import type { Lead } from '../contract';
import { BreakableEmail } from './BreakableEmail';
import { LeadStage } from './LeadStage';
import * as styles from './LeadTable.module.css';

const columns = ['Company', 'Contact', 'Package', 'Status', 'Created'];

function TableHeader() {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
        <th scope="col">
          <span className={layoutStyles.visuallyHidden}>Actions</span>
        </th>
      </tr>
    </thead>
  );
}

/** Estimated row height in CSS pixels. */
const estimatedRowHeight = { wide: 68, narrow: 170 };

const headerRowCount = 1;

/** Spacer in place of the rows outside the viewport, hidden from assistive technology. */
function SpacerRow({ height }: { height: number }) {
  if (height <= 0) return null;
  // The content security policy allows this style: only the browser renders it.
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row cannot have the focus
  return <tr className={styles.gap} aria-hidden="true" style={{ height }} />;
}

interface Props {
  leads: readonly Lead[];
  /** Number of matching leads on the server. */
  total: number;
  /** True while the rows are those of the previous filter. */
  isWaiting: boolean;
  onEdit: (lead: Lead) => void;
  onDelete: (lead: Lead) => void;
}

/** Virtualized table of leads; cards on narrow screens. */
export function LeadTable({ leads, total, isWaiting, onEdit, onDelete }: Props) {
  const body = useRef<HTMLTableSectionElement>(null);
  const ids = useMemo(() => leads.map((lead) => lead.id), [leads]);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const { rows, measure, height } = useVirtualRows<HTMLTableRowElement>(body, {
    ids,
    estimatedHeights: estimatedRowHeight,
    pinnedIds: [focusedId],
  });
  let filledHeight = 0;

  return (
    <table
      className={styles.table}
      aria-labelledby="leads-heading"
      aria-busy={isWaiting || undefined}
      aria-rowcount={total + headerRowCount}
    >
      <TableHeader />
      <tbody
        ref={body}
        onFocus={(event) => setFocusedId(event.target.closest('tr')?.dataset.row ?? null)}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) setFocusedId(null);
        }}
      >
        {rows.map(({ index, top, size }) => {
          const lead = leads[index];
          if (!lead) return null;
          const spacerHeight = top - filledHeight;
          filledHeight = top + size;
          return (
            <Fragment key={lead.id}>
              <SpacerRow height={spacerHeight} />
              <tr
                ref={measure}
                data-row={lead.id}
                data-index={index}
                aria-rowindex={index + headerRowCount + 1}
              >
                <th scope="row" className={styles.client}>
                  {lead.companyName}
                  {lead.suspect && <small>Suspected spam</small>}
                </th>
                <td className={styles.contact}>
                  {lead.contactName}
                  <small>
                    <BreakableEmail email={lead.email} />
                  </small>
                </td>
                <td className={styles.packageName}>{lead.interestedPackage ?? <NotGiven />}</td>
                <td className={styles.status}>
                  <LeadStage status={lead.status} />
                </td>
                <td className={styles.date}>
                  <time dateTime={lead.createdAt}>{formatDateTime(lead.createdAt)}</time>
                </td>
                <td className={styles.action}>
                  <IconButton label={`Edit ${lead.companyName}`} onClick={() => onEdit(lead)}>
                    <Pencil />
                  </IconButton>
                  <IconButton label={`Delete ${lead.companyName}`} onClick={() => onDelete(lead)}>
                    <Trash2 />
                  </IconButton>
                </td>
              </tr>
            </Fragment>
          );
        })}
        <SpacerRow height={height - filledHeight} />
      </tbody>
    </table>
  );
}

function NotGiven() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className={layoutStyles.visuallyHidden}>not given</span>
    </>
  );
}

const placeholders = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

/** Loading placeholder. */
export function LeadTablePlaceholder() {
  return (
    <>
      <p className={layoutStyles.visuallyHidden} role="status">
        Loading leads...
      </p>
      <table className={`${styles.table} ${styles.loading}`} aria-hidden="true">
        <TableHeader />
        <tbody>
          {placeholders.map((row) => (
            <tr key={row}>
              <td className={styles.client}>
                <span className={stateStyles.skeleton} />
              </td>
              <td className={styles.contact}>
                <span className={stateStyles.skeleton} />
                <small>
                  <span className={stateStyles.skeleton} />
                </small>
              </td>
              {[styles.packageName, styles.status, styles.date].map((className) => (
                <td key={className} className={className}>
                  <span className={stateStyles.skeleton} />
                </td>
              ))}
              <td className={styles.action} />
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
