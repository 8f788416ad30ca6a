import { Fragment, type MouseEvent, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import * as formStyles from '../../../ui/form/form.module.css';
import type { Selection } from '../../../ui/list/selection';
import * as layoutStyles from '../../../ui/styles/layout.module.css';
import * as stateStyles from '../../../ui/styles/states.module.css';
import { useVirtualRows } from '../../../ui/use-virtual-rows';
import type { LeadSort, ListedLead } from '../../contract';
import { LeadRow, type LeadRowProps } from './LeadRow';
import * as rowStyles from './LeadRow.module.css';
import * as styles from './LeadTable.module.css';
import { buildLeadPath, getSort } from './lead-filter';

/** The sort orders of each column, in the order in which clicks on its title select them. */
type SortPair = readonly [first: LeadSort, second: LeadSort];

const columns: readonly {
  title: string;
  className: string | undefined;
  sorts?: SortPair;
}[] = [
  { title: 'Company', className: rowStyles.client },
  { title: 'Contact', className: rowStyles.contact },
  { title: 'Phone', className: rowStyles.phone },
  { title: 'Source', className: rowStyles.source },
  { title: 'Package', className: rowStyles.packageName, sorts: ['-value', 'value'] },
  { title: 'Waiting', className: rowStyles.waiting, sorts: ['-waiting', 'waiting'] },
  { title: 'Next step', className: rowStyles.step, sorts: ['nextStep', '-nextStep'] },
  { title: 'Status', className: rowStyles.status },
  { title: 'Created', className: rowStyles.date, sorts: ['-created', 'created'] },
];

/** Returns the order after a click on a column's title. */
const getNextSort = ([first, second]: SortPair, current: LeadSort | ''): LeadSort =>
  current === first ? second : first;

function TableHeader({ leads, filter, selection, onSort }: Props) {
  const sort = getSort(filter);
  const ids = leads.map(({ id }) => id);
  return (
    <thead>
      <tr>
        <th scope="col" className={rowStyles.check}>
          <label className={formStyles.checkbox}>
            <span className={layoutStyles.visuallyHidden}>Select all</span>
            <input
              type="checkbox"
              checked={ids.every((id) => selection.isSelected(id))}
              onChange={(event) => selection.set(ids, event.target.checked)}
            />
          </label>
        </th>
        {columns.map(({ title, className, sorts }) => (
          <th
            key={title}
            scope="col"
            className={className}
            {...(sorts?.some((one) => one === sort) && {
              'aria-sort': sort.startsWith('-') ? 'descending' : 'ascending',
            })}
          >
            {sorts ? (
              <button type="button" onClick={() => onSort(getNextSort(sorts, sort))}>
                {title}
              </button>
            ) : (
              title
            )}
          </th>
        ))}
        <th scope="col" className={rowStyles.action}>
          <span className={layoutStyles.visuallyHidden}>Actions</span>
        </th>
      </tr>
    </thead>
  );
}

/** Estimated row height in CSS pixels. */
const estimatedRowHeight = { wide: 80, narrow: 216 };

const headerRowCount = 1;

/** Spacer in place of the rows outside the viewport, hidden from assistive technology. */
function SpacerRow({ height }: { height: number }) {
  if (height <= 0) return null;
  // The content security policy allows this style: only the browser renders it.
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row cannot have the focus
  return <tr className={styles.gap} aria-hidden="true" style={{ height }} />;
}

interface Props extends Omit<LeadRowProps, 'lead'> {
  leads: readonly ListedLead[];
  selection: Selection;
  /** Number of matching leads on the server. */
  total: number;
  /** True while the rows are those of the previous filter. */
  isWaiting: boolean;
  onSort: (sort: LeadSort) => void;
}

/** Virtualized table of leads; cards on narrow screens. A click on a row opens the lead. */
export function LeadTable(props: Props) {
  const { leads, total, isWaiting, filter, selection } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const [, navigate] = useLocation();
  const ids = useMemo(() => leads.map((lead) => lead.id), [leads]);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const { rows, measure, height } = useVirtualRows<HTMLTableRowElement>(body, {
    ids,
    estimatedHeights: estimatedRowHeight,
    pinnedIds: [focusedId],
  });
  let filledHeight = 0;

  /**
   * Opens the lead, unless the click is on a control or ends a text selection. A press that ends in
   * another cell than it began in clicks the row itself.
   */
  function openRow(event: MouseEvent<HTMLTableRowElement>) {
    const id = event.currentTarget.dataset.row;
    const isOwnClick =
      event.target instanceof Element && event.target.closest('a,button,label,input');
    const isDrag = event.target === event.currentTarget || getSelection()?.type === 'Range';
    if (!id || isOwnClick || isDrag) return;
    const path = buildLeadPath(id, filter);
    if (event.metaKey || event.ctrlKey) window.open(path, '_blank', 'noopener');
    else navigate(path);
  }

  return (
    <table
      className={styles.table}
      aria-labelledby="leads-heading"
      aria-busy={isWaiting || undefined}
      aria-rowcount={total + headerRowCount}
    >
      <TableHeader {...props} />
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
                data-selected={selection.isSelected(lead.id) || undefined}
                aria-rowindex={index + headerRowCount + 1}
                onClick={openRow}
              >
                <LeadRow {...props} lead={lead} />
              </tr>
            </Fragment>
          );
        })}
        <SpacerRow height={height - filledHeight} />
      </tbody>
    </table>
  );
}

const placeholders = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

const cells = [rowStyles.check, ...columns.map(({ className }) => className), rowStyles.action];

/** Loading placeholder of the table. */
export function LeadTablePlaceholder() {
  return (
    <>
      <p className={layoutStyles.visuallyHidden} role="status">
        Loading leads...
      </p>
      <table className={`${styles.table} ${styles.loading}`} aria-hidden="true">
        <tbody>
          {placeholders.map((row) => (
            <tr key={row}>
              {cells.map((className) => (
                <td key={className} className={className}>
                  <span className={stateStyles.skeleton} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
