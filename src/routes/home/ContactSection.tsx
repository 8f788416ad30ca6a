import type { PublicPages } from '../../content/pages/public-contract';
import { InquiryButton } from '../../leads/public/InquiryButton';
import { useSite } from '../../lib/site';
import { BookCallButton } from '../../scheduling/public/BookCallButton';
import { getButtonClass } from '../../ui/Button';
import { PhoneLink } from '../../ui/PhoneLink';
import { CrewMember } from '../../ui/picture/CrewMember';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import * as textStyles from '../../ui/styles/text.module.css';
import * as styles from './ContactSection.module.css';

/** Contact section. */
export function ContactSection(content: PublicPages['home']['contact']) {
  const { title, text, callLabel, inquiryLabel, note } = content;
  const { crew } = useSite();
  return (
    <section
      className={styles.section}
      id="contact"
      data-deferred
      data-band
      aria-labelledby="contact-title"
    >
      {crew && (
        <div
          className={`${layoutStyles.container} ${styles.crew}`}
          data-photos={crew.some(({ role }) => role) || undefined}
          aria-hidden="true"
        >
          {crew.map((picture) => (
            <CrewMember key={picture.url} picture={picture} size={150} />
          ))}
        </div>
      )}
      <div className={styles.band}>
        <div className={layoutStyles.container}>
          <div className={styles.ticks} aria-hidden="true" />
          <div className={`${layoutStyles.columns} ${styles.columns}`}>
            <h2 id="contact-title">{title}</h2>
            <div>
              {text && <p>{text}</p>}
              <div className={`${layoutStyles.actions} ${styles.actions}`}>
                <BookCallButton className={`${getButtonClass('primary', 'l')} ${styles.primary}`}>
                  {callLabel}
                </BookCallButton>
                <InquiryButton
                  className={`${getButtonClass('secondary', 'l')} ${styles.secondary}`}
                >
                  {inquiryLabel}
                </InquiryButton>
              </div>
              <p className={styles.phone}>
                <PhoneLink />
              </p>
              {note && <p className={`${textStyles.note} ${styles.note}`}>{note}</p>}
            </div>
          </div>
        </div>
      </div>
    </section>
  );
}
