import { Link, useLocation, useSearch } from 'wouter';
import { LoginForm } from '../../foundation/auth/admin/LoginForm';
import { parsePathAfterLogin } from '../../foundation/auth/admin/login-path';
import { QueryProvider } from '../../lib/QueryProvider';
import { useSite } from '../../lib/site';
import { Logo } from '../../ui/picture/Logo';
import * as logoStyles from '../../ui/picture/Logo.module.css';
import * as styles from './login.module.css';

/** Sign-in page. Returns to the page that the owner requested. */
export default function LoginPage() {
  const { name } = useSite();
  const [, navigate] = useLocation();
  const search = useSearch();
  return (
    <main id="main" className={styles.page}>
      <div className={styles.illustration} aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
      <div className={styles.content}>
        <Link className={`${styles.logo} ${logoStyles.link}`} href="/" aria-label={`${name}, home`}>
          <Logo />
        </Link>
        <h1>Admin</h1>
        <QueryProvider>
          <LoginForm onSignedIn={() => navigate(parsePathAfterLogin(search), { replace: true })} />
        </QueryProvider>
      </div>
    </main>
  );
}
