import { useRef } from 'react';
import { Button } from '../../../ui/Button';
import { Search } from '../../../ui/icons';
import { leadStatuses, statusLabel } from '../lead';
import type { LeadFilter } from './lead-queries';
import { useSlashKey } from './use-slash-key';

interface Props {
  typed: string;
  onType: (text: string) => void;
  status: LeadFilter['status'];
  onStatus: (status: LeadFilter['status']) => void;
  /** How many leads match; null while that is not known. */
  total: number | null;
  refreshing: boolean;
  onRefresh: () => void;
}

const choices = [...leadStatuses, 'suspect'] as const;

/** Above the list: search, status filter, how many there are, and the way to read them again. */
export function LeadTools(props: Props) {
  const { typed, onType, status, onStatus, total, refreshing, onRefresh } = props;
  const search = useRef<HTMLInputElement>(null);
  useSlashKey(search);

  return (
    <search className="tools">
      <div className="srch">
        <Search />
        <input
          ref={search}
          className="in"
          type="search"
          value={typed}
          onChange={(event) => onType(event.target.value)}
          placeholder="Search leads"
          aria-label="Search leads"
          aria-keyshortcuts="/"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
        />
        <kbd>/</kbd>
      </div>
      <select
        className="in"
        value={status}
        onChange={(event) => onStatus(choices.find((one) => one === event.target.value) ?? '')}
        aria-label="Status"
      >
        <option value="">All statuses</option>
        {leadStatuses.map((one) => (
          <option key={one} value={one}>
            {statusLabel(one)}
          </option>
        ))}
        <option value="suspect">Suspected spam</option>
      </select>
      <p className="meta num" role="status">
        {total !== null && `${total.toLocaleString('en-US')} ${total === 1 ? 'lead' : 'leads'}`}
      </p>
      <Button variant="secondary" size="s" busy={refreshing} onClick={onRefresh}>
        Refresh
      </Button>
    </search>
  );
}
