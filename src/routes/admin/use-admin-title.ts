import { useEffect } from 'react';
import { useSite } from '../../lib/site';

/** Names the browser's tab: the number of new leads, then what is shown. */
export function useAdminTitle(label: string, newLeads: number): void {
  const { name } = useSite();
  useEffect(() => {
    document.title = `${newLeads > 0 ? `(${newLeads}) ` : ''}${label} · ${name}`;
  }, [label, newLeads, name]);
}
