import { Link } from 'wouter';
import { getButtonClass } from '../../ui/Button';
import { ClosedDay } from '../layout/ClosedDay';
import { SiteLayout } from '../layout/SiteLayout';
import './NotFoundPage.css';

/** Page for unknown URLs. */
export default function NotFoundPage() {
  return (
    <SiteLayout>
      <section className="nf">
        <div className="wrap nf-t">
          <h1>404 Page Not Found</h1>
          <div>
            <p className="lead">
              Nobody is on shift at this address. The link may be old, or a letter is missing.
            </p>
            <p className="acts">
              <Link className={getButtonClass('primary', 'l')} href="/">
                Go to the home page
              </Link>
              <Link className={getButtonClass('secondary', 'l')} href="/talent">
                Browse Talent
              </Link>
            </p>
          </div>
        </div>
        <ClosedDay label="Closed" />
      </section>
    </SiteLayout>
  );
}
