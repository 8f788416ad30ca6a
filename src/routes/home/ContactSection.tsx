import { InquiryButton } from '../../features/leads/public/InquiryButton';
import { BookCallButton } from '../../features/scheduling/public/BookCallButton';
import { getButtonClass } from '../../ui/Button';
import * as layoutStyles from '../../ui/layout.module.css';
import { PhoneLink } from '../../ui/PhoneLink';
import * as textStyles from '../../ui/text.module.css';
import * as styles from './ContactSection.module.css';

const crew = [
  'devon',
  'ana-lucia',
  'marisol',
  'walter',
  'tomasa',
  'rafael',
  'ingrid',
  'jerome',
  'beatriz',
  'noor',
];

/** Contact section. */
export function ContactSection() {
  return (
    <section
      className={styles.section}
      id="contact"
      data-deferred
      data-band
      aria-labelledby="contact-title"
    >
      <div className={`${layoutStyles.container} ${styles.crew}`} aria-hidden="true">
        {crew.map((name) => (
          <img
            key={name}
            src={`/pictures/portraits/${name}.svg`}
            alt=""
            width={150}
            height={150}
            loading="lazy"
            decoding="async"
          />
        ))}
      </div>
      <div className={styles.band}>
        <div className={layoutStyles.container}>
          <div className={styles.ticks} aria-hidden="true" />
          <div className={styles.columns}>
            <h2 id="contact-title">Show us your schedule. We’ll fill the gaps.</h2>
            <div>
              <p>
                Thirty minutes: your locations, your open hours, the desk that hurts most. You leave
                with names and a price.
              </p>
              <div className={`${layoutStyles.actions} ${styles.actions}`}>
                <BookCallButton className={`${getButtonClass('primary', 'l')} ${styles.primary}`}>
                  Schedule a Call
                </BookCallButton>
                <InquiryButton
                  className={`${getButtonClass('secondary', 'l')} ${styles.secondary}`}
                >
                  Contact Us
                </InquiryButton>
              </div>
              <p className={styles.phone}>
                <PhoneLink />
              </p>
              <p className={`${textStyles.note} ${styles.note}`}>
                Typically responds within 24 hours • No commitment required
              </p>
            </div>
          </div>
        </div>
      </div>
    </section>
  );
}
