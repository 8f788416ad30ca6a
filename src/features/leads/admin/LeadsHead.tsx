import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { loadCode } from '../../../lib/release-reload';
import { Plus } from '../../../ui/admin-icons';
import { Button, getButtonClass } from '../../../ui/Button';
import { Download, Rows3, SquareKanban } from '../../../ui/desk-icons';
import * as styles from './LeadsHead.module.css';
import { buildApiQuery, buildListPath, type LeadFilter } from './lead-filter';

const AddLeadDialog = lazy(() => loadCode(() => import('./AddLeadDialog')));

interface Props {
  filter: LeadFilter;
  view: 'table' | 'board';
}

/** The heading of the leads, the two views, and what concerns the whole list. */
export function LeadsHead({ filter, view }: Props) {
  const [isAdding, setIsAdding] = useState(false);
  const query = buildApiQuery(filter).toString();
  return (
    <div className={styles.head}>
      <h2 id="leads-heading">Leads</h2>
      <nav className={styles.views} aria-label="View">
        {(['table', 'board'] as const).map((one) => (
          <Link
            key={one}
            // The columns of the board are the statuses.
            href={buildListPath(one === 'board' ? { ...filter, status: '' } : filter, one)}
            {...(one === view && { 'aria-current': 'true' })}
          >
            {one === 'table' ? <Rows3 /> : <SquareKanban />}
            <span>{one === 'table' ? 'Table' : 'Board'}</span>
          </Link>
        ))}
      </nav>
      <span className={styles.spacer} />
      <a
        className={getButtonClass('secondary', 's')}
        href={`/api/leads.csv${query === '' ? '' : `?${query}`}`}
        download
      >
        <Download />
        Export
      </a>
      <Button size="s" onClick={() => setIsAdding(true)}>
        <Plus />
        Add lead
      </Button>
      {isAdding && (
        <Suspense>
          <AddLeadDialog onClose={() => setIsAdding(false)} />
        </Suspense>
      )}
    </div>
  );
}
