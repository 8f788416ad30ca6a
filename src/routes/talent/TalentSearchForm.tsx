import type { FormEvent, ReactNode } from 'react';
import { useLocation } from 'wouter';
import {
  buildTalentUrl,
  type TalentSearch,
  toQueryEntries,
} from '../../features/talents/talent-search';

interface Props {
  to: TalentSearch;
  onNavigated?: () => void;
  children: ReactNode;
}

/**
 * A GET form around a button that opens another view of the talent page, also without JavaScript.
 */
export function TalentSearchForm({ to, onNavigated, children }: Props) {
  const [, navigate] = useLocation();
  function navigateToSearch(event: FormEvent) {
    event.preventDefault();
    navigate(buildTalentUrl(to));
    onNavigated?.();
  }
  return (
    <form action="/talent" method="get" onSubmit={navigateToSearch}>
      {toQueryEntries(to).map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
