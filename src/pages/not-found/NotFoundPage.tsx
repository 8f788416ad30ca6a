import { Link } from 'wouter';
import { buttonClass } from '../../ui/Button';
import { ClosedDay } from '../frame/ClosedDay';
import { SiteFrame } from '../frame/SiteFrame';
import './NotFoundPage.css';

/** What any unknown address shows: a day on which this desk is closed. */
export default function NotFoundPage() {
  return (
    <SiteFrame>
      <section className="nf">
        <div className="wrap nf-t">
          <h1>404 Page Not Found</h1>
          <div>
            <p className="lead">
              Nobody is on shift at this address. The link may be old, or a letter is missing.
            </p>
            <p className="acts">
              <Link className={buttonClass('primary', 'l')} href="/">
                Go to the home page
              </Link>
              <Link className={buttonClass('secondary', 'l')} href="/talent">
                Browse Talent
              </Link>
            </p>
          </div>
        </div>
        <ClosedDay label="Closed" />
      </section>
    </SiteFrame>
  );
}
