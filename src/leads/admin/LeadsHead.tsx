import { useState } from 'react';
import { Link } from 'wouter';
import { Plus } from '../../ui/admin-icons';
import { Button, getButtonClass } from '../../ui/Button';
import { Download, Rows3, SquareKanban, Upload } from '../../ui/desk-icons';
import { AddLeadDialog } from './AddLeadDialog';
import { ImportDialog } from './import/ImportDialog';
import * as styles from './LeadsHead.module.css';
import { buildApiQuery, buildListPath, type LeadFilter } from './lead-filter';

interface Props {
  filter: LeadFilter;
  view: 'table' | 'board';
}

/** The heading of the leads, links to the two views, and the buttons for the whole list. */
export function LeadsHead({ filter, view }: Props) {
  const [dialog, setDialog] = useState<'add' | 'import' | null>(null);
  const close = () => setDialog(null);
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
      <Button variant="secondary" size="s" onClick={() => setDialog('import')}>
        <Upload />
        Import
      </Button>
      <a
        className={getButtonClass('secondary', 's')}
        href={`/api/leads.csv${query === '' ? '' : `?${query}`}`}
        download
      >
        <Download />
        Export
      </a>
      <Button size="s" onClick={() => setDialog('add')}>
        <Plus />
        Add lead
      </Button>
      {dialog === 'add' && <AddLeadDialog onClose={close} />}
      {dialog === 'import' && <ImportDialog onClose={close} />}
    </div>
  );
}
