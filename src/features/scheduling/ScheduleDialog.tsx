import { useRef, useState } from 'react';
import { buttonClass } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { EnquiryButton } from '../leads/EnquiryButton';
import { toldAttribution } from '../tracking/told-attribution';
import { track } from '../tracking/track';
import { campaignOf, embedAddress, embedOf } from './embed-address';
import { knownVisitor } from './known-visitor';
import { ScheduleSkeleton } from './ScheduleSkeleton';
import { useEmbed } from './use-embed';
import './ScheduleDialog.css';

export interface ScheduleDialogProps {
  /** The scheduling page, the site's own or a foreign one. */
  url: string;
  onClose: () => void;
}

/** The visitor has begun to book: counted once. */
/** The campaign that led here: of this address, else the last one that did. */
function presentCampaign(): Record<string, string> {
  const named = campaignOf(location.search);
  if (Object.keys(named).length > 0) return named;
  return campaignOf(new URLSearchParams(toldAttribution()?.last.campaign).toString());
}

const onInitiated = () => track('calendar_booking_initiated', {});

/** The scheduling page, full screen. Nothing of it is loaded before this is opened. */
export function ScheduleDialog({ url, onClose }: ScheduleDialogProps) {
  const [page] = useState(() => new URL(url, location.href));
  // Once: another address would load the page anew.
  const [address] = useState(() => embedAddress(page, knownVisitor(), presentCampaign()));
  const frame = useRef<HTMLIFrameElement>(null);
  const { life, isAlive, isBooked } = useEmbed({ frame, origin: page.origin, onInitiated });

  return (
    <Dialog
      open
      onClose={onClose}
      size="full"
      title="Schedule a Discovery Call"
      top={
        <div className="book" aria-busy={life === 'waiting'} data-life={life}>
          {life === 'waiting' && <ScheduleSkeleton />}
          <iframe
            ref={frame}
            className="book-f"
            data-own={embedOf(page) === 'site' || undefined}
            src={address}
            title="Scheduling page"
            // It may not lead the whole window elsewhere.
            sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads"
            onLoad={isAlive}
            {...(life !== 'alive' && { tabIndex: -1 })}
          />
          <div role="status">
            {life === 'late' && (
              <div className="book-n">
                <h3>The calendar does not answer</h3>
                <p>
                  It may still open by itself. Or write to us: we answer within 24 hours and find a
                  time together.
                </p>
                <div className="acts">
                  <a className={buttonClass()} href={url} target="_blank" rel="noopener">
                    Open it in a new tab
                  </a>
                  <EnquiryButton className={buttonClass('secondary')} onClick={onClose}>
                    Write to us instead
                  </EnquiryButton>
                </div>
              </div>
            )}
            {isBooked && <span className="vh">Your call is booked.</span>}
          </div>
        </div>
      }
    />
  );
}
