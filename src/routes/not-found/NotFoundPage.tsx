import { Link } from 'wouter';
import { getButtonClass } from '../../ui/Button';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import * as textStyles from '../../ui/styles/text.module.css';
import { ClosedDay } from '../layout/ClosedDay';
import * as closedDayStyles from '../layout/ClosedDay.module.css';
import { SiteLayout } from '../layout/SiteLayout';
import * as styles from './NotFoundPage.module.css';

/** Page for unknown URLs. */
export default function NotFoundPage() {
  return (
    <SiteLayout>
      <section className={`${closedDayStyles.page} ${styles.page}`}>
        <div className={`${layoutStyles.container} ${layoutStyles.columns} ${styles.columns}`}>
          <h1>404 Page Not Found</h1>
          <div>
            <p className={textStyles.lead}>
              Nobody is on shift at this address. The link may be old, or a letter is missing.
            </p>
            <p className={`${layoutStyles.actions} ${styles.actions}`}>
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
