import { Link, useLocation } from 'wouter';
import { CookieSettings } from '../../analytics/consent/ConsentSlot';
import { useSite } from '../../lib/site';
import { BookCallLink } from '../../scheduling/public/BookCallButton';
import { PhoneLink } from '../../ui/PhoneLink';
import { Logo } from '../../ui/picture/Logo';
import * as logoStyles from '../../ui/picture/Logo.module.css';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import * as styles from './Footer.module.css';
import { NavLink } from './NavLink';
import { siteLinks } from './navigation';

const [home, coverMyDay, browseTalent, caseStudies, pricing] = siteLinks;
/** Footer of public pages. */
export function Footer() {
  const { name, postalAddress, socialLinks, footer, clients } = useSite();
  const [location] = useLocation();
  return (
    <footer className={styles.footer}>
      <div className={layoutStyles.container}>
        <div className={`${layoutStyles.columns} ${styles.columns}`}>
          <div>
            <NavLink
              className={`${styles.logo} ${logoStyles.link}`}
              link={home}
              name={`${name}, home`}
            >
              <Logo />
            </NavLink>
            <p>{footer.text}</p>
            <address className={styles.contact}>
              {postalAddress}
              <PhoneLink />
              {socialLinks?.map((url) => (
                <a key={url} href={url} rel="me">
                  {url.slice('https://'.length)}
                </a>
              ))}
            </address>
          </div>
          <div>
            <h2>Solutions</h2>
            <ul>
              {[coverMyDay, browseTalent, pricing, caseStudies].map((link) => (
                <li key={link.href}>
                  <NavLink link={link} />
                </li>
              ))}
            </ul>
          </div>
          {footer.industries.length > 0 && (
            <div>
              <h2>Industries</h2>
              <ul>
                {footer.industries.map((industry) => (
                  <li key={industry}>
                    <span>{industry}</span>
                  </li>
                ))}
              </ul>
            </div>
          )}
          <div>
            <h2>Get Started</h2>
            <p>{footer.callText}</p>
            <BookCallLink className={styles.bookLink}>{footer.callLabel}</BookCallLink>
          </div>
        </div>
        <div className={styles.base}>
          <span>
            {/* The year may have changed between rendering and hydration. */}
            <span suppressHydrationWarning>{`© ${new Date().getUTCFullYear()} ${name}.`}</span>{' '}
            <Link
              href="/privacy"
              aria-current={location === '/privacy' ? 'page' : undefined}
              // On the privacy page, scroll to the top instead.
              onClick={() => location === '/privacy' && scrollTo(0, 0)}
            >
              Privacy
            </Link>{' '}
            <CookieSettings />
          </span>
          <span>{clients?.join(', ')}</span>
        </div>
      </div>
    </footer>
  );
}
