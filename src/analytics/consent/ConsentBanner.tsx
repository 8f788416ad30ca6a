import {
  type FormEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { type Tracking, useSite } from '../../lib/site';
import { Button } from '../../ui/Button';
import * as formStyles from '../../ui/form/form.module.css';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import { hasGlobalPrivacyControl } from '../attribution/attribution-store';
import * as styles from './ConsentBanner.module.css';
import { type Consent, getAskedPurposes, type Purpose } from './consent';
import { consentStore } from './consent-store';

/** Formats the names of the platforms that serve a purpose, as a list in a sentence. */
function formatPlatformNames(tracking: Tracking, purpose: Purpose): string {
  const names =
    purpose === 'analytics'
      ? [tracking.googleAnalytics && 'Google Analytics']
      : [tracking.metaPixel && 'Meta', tracking.linkedIn && 'LinkedIn'];
  return [...names, tracking.tagManager && 'Google Tag Manager'].filter(Boolean).join(', ');
}

const labels: Record<Purpose, { title: string; text: string }> = {
  analytics: { title: 'Analytics', text: 'counts visits and what they lead to' },
  advertising: { title: 'Advertising', text: 'shows which of our ads brought you here' },
};

/** Asks for consent to tracking. Not a modal dialog, so that the page stays usable. */
export function ConsentBanner() {
  const { tracking } = useSite();
  const state = useSyncExternalStore(consentStore.subscribe, consentStore.read, consentStore.read);
  if (!tracking) return null;
  const purposes = getAskedPurposes(tracking);
  const hasQuestion = purposes.some((one) => one === 'analytics' || !hasGlobalPrivacyControl());
  if (!state.isReopened && (state.consent !== null || !hasQuestion)) return null;
  return <ConsentQuestion key={String(state.isReopened)} tracking={tracking} purposes={purposes} />;
}

function ConsentQuestion({ tracking, purposes }: { tracking: Tracking; purposes: Purpose[] }) {
  const { consent, isReopened } = consentStore.read();
  const [isChoosing, setIsChoosing] = useState(isReopened);
  const region = useRef<HTMLElement>(null);
  const id = useId();

  // Take the focus only when the visitor reopened the banner.
  useEffect(() => {
    if (!isReopened) return;
    const opener = document.activeElement;
    region.current?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, [isReopened]);

  // Nothing stays below the banner: not the foot of a page, its last line, nor what has the focus.
  // Measured in the frame in which the banner appears.
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      style.setProperty('--consent-height', `${region.current?.offsetHeight ?? 0}px`);
    });
    if (region.current) observer.observe(region.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--consent-height');
    };
  }, []);

  // The "Choose" button is removed when pressed, so move the focus to the options.
  useEffect(() => {
    if (isChoosing && !isReopened) region.current?.querySelector('input')?.focus();
  }, [isChoosing, isReopened]);

  const choose = (isAccepted: (purpose: Purpose) => boolean) =>
    consentStore.choose({
      analytics: isAccepted('analytics'),
      advertising: isAccepted('advertising'),
    });

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    choose((purpose) => form.has(purpose));
  }

  return (
    <section
      className={styles.banner}
      ref={region}
      tabIndex={-1}
      aria-labelledby={`${id}-t`}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && consent) consentStore.close();
      }}
    >
      <form className={styles.form} onSubmit={save}>
        <div>
          <h2 id={`${id}-t`}>May we measure your visit?</h2>
          <p>
            With your consent, cookies show us what brings people here. Nothing loads before you
            choose. <a href="/privacy#cookies">Privacy</a>
          </p>
        </div>
        {isChoosing && <PurposeChoice tracking={tracking} purposes={purposes} consent={consent} />}
        <div className={styles.actions}>
          <Button variant="secondary" onClick={() => choose(() => false)}>
            Refuse
          </Button>
          <Button
            variant="secondary"
            onClick={() => choose((purpose) => purposes.includes(purpose))}
          >
            Accept
          </Button>
          {isChoosing ? (
            // The key makes React create a new element. Otherwise the click on "Choose" would
            // submit the form at once.
            <Button key="save" variant="secondary" type="submit">
              Save choice
            </Button>
          ) : (
            <Button variant="quiet" key="choose" onClick={() => setIsChoosing(true)}>
              Choose
            </Button>
          )}
        </div>
      </form>
    </section>
  );
}

interface PurposeChoiceProps {
  tracking: Tracking;
  purposes: Purpose[];
  consent: Consent | null;
}

/** A checkbox for each purpose. */
function PurposeChoice({ tracking, purposes, consent }: PurposeChoiceProps) {
  return (
    <fieldset className={styles.purposes}>
      <legend className={layoutStyles.visuallyHidden}>What may be measured</legend>
      {purposes.map((purpose) => {
        const isRefused = purpose === 'advertising' && hasGlobalPrivacyControl();
        return (
          <label key={purpose} className={formStyles.checkbox}>
            <input
              type="checkbox"
              name={purpose}
              defaultChecked={consent?.[purpose] ?? false}
              disabled={isRefused}
            />
            <span>
              <strong>{labels[purpose].title}</strong>{' '}
              {isRefused
                ? 'is off: your browser asks us not to (Global Privacy Control)'
                : `${labels[purpose].text} (${formatPlatformNames(tracking, purpose)})`}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
