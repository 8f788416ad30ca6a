import { AdminGuard } from '../../features/auth/AdminGuard';
import { Dashboard } from './Dashboard';

/** The owner's area. The server renders the guard's question alone: it knows no one's time zone. */
export default function AdminPage() {
  return (
    <AdminGuard>
      <Dashboard />
    </AdminGuard>
  );
}
