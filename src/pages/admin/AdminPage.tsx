import { useEffect } from 'react';
import { AdminGuard } from '../../features/auth/AdminGuard';
import { Queries } from '../../lib/query';
import { useReads } from '../../lib/reads';
import { Dashboard } from './Dashboard';

/** The owner's area. The server renders the guard's question alone: it knows no one's time zone. */
export default function AdminPage() {
  const reads = useReads();
  // What is changed here is shown on the site: its pages read anew after this.
  useEffect(() => reads.forget(), [reads]);
  return (
    <Queries>
      <AdminGuard>
        <Dashboard />
      </AdminGuard>
    </Queries>
  );
}
