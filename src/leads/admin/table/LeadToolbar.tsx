import { useState } from 'react';
import { Link } from 'wouter';
import { formatCount } from '../../../lib/format-number';
import { formatMonthDay } from '../../../lib/time/format-date';
import { Button } from '../../../ui/Button';
import * as formStyles from '../../../ui/form/form.module.css';
import { SearchField } from '../../../ui/form/SearchField';
import { Plus } from '../../../ui/icons/admin-icons';
import {
  Download,
  LinkIcon,
  ListFilter,
  Rows3,
  SquareKanban,
  Upload,
} from '../../../ui/icons/desk-icons';
import { X } from '../../../ui/icons/icons';
import * as textStyles from '../../../ui/styles/text.module.css';
import * as toolbarStyles from '../../../ui/styles/toolbar.module.css';
import { useCopy } from '../../../ui/toast/use-copy';
import type { LeadSummary } from '../../contract';
import { AddLeadDialog } from '../AddLeadDialog';
import { ImportDialog } from '../import/ImportDialog';
import { formatValueSum } from '../labels';
import * as partStyles from '../lead-parts.module.css';
import { useImports, useProjectManagers } from '../queries';
import { StatusOptions } from '../status/status-controls';
import { FilterDialog, listFilterChips } from './FilterDialog';
import * as styles from './LeadToolbar.module.css';
import { buildListPath, type LeadFilter, statusFilters, type useLeadFilter } from './lead-filter';

/** The views of the list, in the order of their keys. The empty one is the table. */
export const views = ['', 'board'] as const;

interface HeadProps {
  filter: LeadFilter;
  onExport: () => void;
}

/** The heading of the leads, links to the two views, and the buttons for the whole list. */
export function LeadsHead({ filter, onExport }: HeadProps) {
  const [dialog, setDialog] = useState<'add' | 'import' | null>(null);
  const close = () => setDialog(null);
  return (
    <div className={styles.head}>
      <h2 id="leads-heading">Leads</h2>
      <nav className={styles.views} aria-label="View">
        {views.map((view) => (
          <Link
            key={view}
            href={buildListPath({ ...filter, view })}
            {...(view === filter.view && { 'aria-current': 'true' })}
          >
            {view === '' ? <Rows3 /> : <SquareKanban />}
            <span className={partStyles.hiddenOnPhones}>{view === '' ? 'Table' : 'Board'}</span>
          </Link>
        ))}
      </nav>
      <span className={styles.spacer} />
      <Button variant="secondary" size="touch" onClick={() => setDialog('import')}>
        <Upload />
        Import
      </Button>
      <Button variant="secondary" size="touch" onClick={onExport}>
        <Download />
        Export
      </Button>
      <Button size="touch" onClick={() => setDialog('add')}>
        <Plus />
        Add lead
      </Button>
      {dialog === 'add' && <AddLeadDialog onClose={close} />}
      {dialog === 'import' && <ImportDialog onClose={close} />}
    </div>
  );
}

const toolClass = `${styles.quiet} ${styles.tool}`;

interface Props {
  filter: ReturnType<typeof useLeadFilter>;
  /** Number and value of the matching leads; null while unknown. */
  total: number | null;
  value: number | null;
  isRefreshing: boolean;
  onRefresh: () => void;
}

/** Search, filters, count and refresh button above the list. */
export function LeadToolbar({ filter, total, value, isRefreshing, onRefresh }: Props) {
  const { applied, change } = filter;
  const [isOpen, setIsOpen] = useState(false);
  const { data: managers = [] } = useProjectManagers();
  const { data: imports = [] } = useImports(applied.import !== '');
  const copy = useCopy();

  return (
    <search className={`${toolbarStyles.toolbar} ${styles.toolbar}`}>
      <SearchField label="Search leads" value={filter.searchText} onChange={filter.setSearchText} />
      {applied.view === '' && (
        <select
          className={formStyles.input}
          value={applied.status}
          onChange={(event) =>
            change({ status: statusFilters.find((one) => one === event.target.value) ?? '' })
          }
          aria-label="Status"
        >
          <option value="">All statuses</option>
          <StatusOptions />
          <option value="suspect">Suspected spam</option>
        </select>
      )}
      {listFilterChips(applied, managers, imports).map(({ name, label, text }) => (
        <span key={name} className={styles.chip}>
          <span>{label}</span> <b>{text}</b>
          <button
            type="button"
            aria-label={`Remove filter ${label} ${text}`}
            onClick={() => change({ [name]: '' })}
          >
            <X />
          </button>
        </span>
      ))}
      <Button className={toolClass} variant="quiet" size="s" onClick={() => setIsOpen(true)}>
        <ListFilter />
        <span className={partStyles.hiddenOnPhones}>Filter</span>
      </Button>
      <Button
        className={toolClass}
        variant="quiet"
        size="s"
        onClick={() => copy(location.href, { name: 'Link', remedy: 'Copy the address instead.' })}
      >
        <LinkIcon />
        <span className={partStyles.hiddenOnPhones}>Copy link</span>
      </Button>
      <div className={styles.result}>
        <p className={textStyles.meta} role="status">
          {total !== null && formatCount(total, 'lead')}
        </p>
        {total !== null && value !== null && (
          <p className={textStyles.meta}>{formatValueSum(total, value)}</p>
        )}
        <Button
          className={styles.quiet}
          variant="secondary"
          size="s"
          busy={isRefreshing}
          onClick={onRefresh}
        >
          Refresh
        </Button>
      </div>
      {isOpen && (
        <FilterDialog filter={applied} onChange={change} onClose={() => setIsOpen(false)} />
      )}
    </search>
  );
}

interface FootProps {
  summary: LeadSummary | undefined;
  /** Whether the list shows deleted leads. */
  isDeletedList: boolean;
}

/** Links to the leads that the list leaves out, below it. */
export function LeadsFoot({ summary, isDeletedList }: FootProps) {
  const { suspected = 0, expiring } = summary ?? {};
  return (
    <p className={styles.foot}>
      {expiring?.firstAt && (
        <Link href="/admin?tab=leads&expiring=true">
          {formatCount(expiring.count, 'lead')} will be deleted starting{' '}
          {formatMonthDay(new Date(expiring.firstAt))}
        </Link>
      )}
      <Link href="/admin?tab=leads&status=suspect">
        {suspected > 0 ? `${suspected} suspected spam` : 'Suspected spam'}
      </Link>
      {isDeletedList ? (
        <Link href="/admin?tab=leads">All leads</Link>
      ) : (
        <Link href="/admin?tab=leads&deleted=true">Recently deleted</Link>
      )}
    </p>
  );
}
