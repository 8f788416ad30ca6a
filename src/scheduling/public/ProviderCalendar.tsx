import { useRef, useState } from 'react';
import { getReportableAttribution } from '../../analytics/consent/consent-store';
import { InquiryButton } from '../../leads/public/InquiryButton';
import { type ButtonSize, type ButtonVariant, getButtonClass } from '../../ui/Button';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import { buildEmbedUrl, parseCampaign } from './embed-url';
import { getKnownVisitor } from './known-visitor';
import * as styles from './ProviderCalendar.module.css';
import { ScheduleSkeleton } from './ScheduleStates';
import { useEmbed } from './use-embed';

/** Returns the campaign parameters of the current URL, or of the last attributed visit. */
function getCurrentCampaign(): Record<string, string> {
  const campaign = parseCampaign(location.search);
  if (Object.keys(campaign).length > 0) return campaign;
  return parseCampaign(new URLSearchParams(getReportableAttribution()?.last.campaign).toString());
}

interface Props {
  /** URL of the provider's page. */
  url: string;
  onClose: () => void;
}

/** A provider's calendar in a frame. */
export function ProviderCalendar({ url, onClose }: Props) {
  const [pageUrl] = useState(() => new URL(url, location.href));
  // Computed once, because a changed URL would reload the iframe.
  const [embedUrl] = useState(() =>
    buildEmbedUrl(pageUrl, getKnownVisitor(), getCurrentCampaign()),
  );
  const frame = useRef<HTMLIFrameElement>(null);
  const { loadState, handleLoad, isBooked } = useEmbed(frame, pageUrl);
  const isShown = loadState === 'loaded' || loadState === 'alive';

  const renderAlternatives = (openVariant: ButtonVariant, size: ButtonSize) => (
    <div className={layoutStyles.actions}>
      <a className={getButtonClass(openVariant, size)} href={url} target="_blank" rel="noopener">
        Open it in a new tab
      </a>
      <InquiryButton className={getButtonClass('secondary', size)} onClick={onClose}>
        Write to us instead
      </InquiryButton>
    </div>
  );

  return (
    <div className={styles.stage} aria-busy={loadState === 'waiting'} data-state={loadState}>
      {loadState === 'waiting' && <ScheduleSkeleton />}
      <iframe
        ref={frame}
        className={styles.frame}
        src={embedUrl}
        title="Scheduling page"
        // The iframe must not navigate the whole window.
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads"
        onLoad={handleLoad}
        {...(!isShown && { tabIndex: -1 })}
      />
      {loadState === 'loaded' && (
        <div className={styles.alternatives}>
          <p>Don’t see the calendar?</p>
          {renderAlternatives('secondary', 'touch')}
        </div>
      )}
      <div role="status">
        {loadState === 'late' && (
          <div className={styles.notice}>
            <h3>The calendar isn’t loading</h3>
            <p>
              It may still open. Or write to us: we reply within 24 hours and find a time together.
            </p>
            {renderAlternatives('primary', 'm')}
          </div>
        )}
        {isBooked && <span className={layoutStyles.visuallyHidden}>Your call is booked.</span>}
      </div>
    </div>
  );
}
