import { Link } from 'wouter';
import { LoginForm } from '../../features/auth/LoginForm';
import { useSite } from '../../lib/site';
import { Logo } from '../../ui/Logo';
import './login.css';

/** The way into the admin area. */
export default function LoginPage() {
  const { name } = useSite();
  return (
    <main id="main" className="login">
      <div className="l" aria-hidden="true">
        <img src="/pictures/portraits/beatriz.svg" alt="" width="320" height="320" />
      </div>
      <div className="r">
        <Link className="logo" href="/" aria-label={`${name}, home`}>
          <Logo name={name} />
        </Link>
        <h1>Admin</h1>
        <LoginForm />
      </div>
    </main>
  );
}
