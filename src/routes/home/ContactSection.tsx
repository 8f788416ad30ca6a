import { InquiryButton } from '../../features/leads/public/InquiryButton';
import { BookCallButton } from '../../features/scheduling/public/BookCallButton';
import { getButtonClass } from '../../ui/Button';
import './ContactSection.css';

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
    <section className="end later-sec" id="contact" aria-labelledby="contact-title">
      <div className="wrap crew" aria-hidden="true">
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
      <div className="end-b">
        <div className="wrap">
          <div className="tk" aria-hidden="true" />
          <div className="end-g">
            <h2 id="contact-title">Show us your schedule. We’ll fill the gaps.</h2>
            <div>
              <p>
                Thirty minutes: your locations, your open hours, the desk that hurts most. You leave
                with names and a price.
              </p>
              <div className="acts">
                <BookCallButton className={getButtonClass('primary', 'l')}>
                  Schedule a Call
                </BookCallButton>
                <InquiryButton className={getButtonClass('secondary', 'l')}>
                  Contact Us
                </InquiryButton>
              </div>
              <p className="note">Typically responds within 24 hours • No commitment required</p>
            </div>
          </div>
        </div>
      </div>
    </section>
  );
}
