import {
  type ComponentType,
  type MouseEvent,
  type ReactNode,
  type SubmitEvent,
  useState,
} from 'react';
import { buildLeadBookingUrl, schedulePath } from '../../lib/booking-link';
import { isOffline } from '../../lib/network/http-client';
import { useSite } from '../../lib/site';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import { loadForClick } from '../../ui/load-for-click';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import { offlineNotice, useToast } from '../../ui/toast/toast';
import type { ScheduleDialogProps } from './ScheduleDialog';

/** Loads the dialog's code. Browsers cache a loaded module, and retry one that failed to load. */
const loadDialog = () => import('./ScheduleDialog');

const preloadDialog = () => {
  loadDialog().catch(() => undefined);
};

/** The attributes of what opens the dialog. */
const preloading = { onPointerEnter: preloadDialog, onFocus: preloadDialog };

/** Opens the calendar, a provider's or the site's own, in a dialog. */
function useScheduleDialog() {
  const { schedulingUrl } = useSite();
  const toast = useToast();
  const [Loaded, setLoaded] = useState<ComponentType<ScheduleDialogProps> | null>(null);
  const [isOpen, setIsOpen] = useState(false);

  async function open() {
    // Check even if the dialog's code is loaded: its content comes from the network.
    if (await isOffline()) return toast(offlineNotice);
    setIsOpen(true);
    const loaded = await loadForClick(loadDialog(), schedulingUrl ?? schedulePath, toast);
    if (loaded) setLoaded(() => loaded.ScheduleDialog);
    else setIsOpen(false);
  }

  const dialog = Loaded && (
    <ErrorBoundary name="The calendar" display="overlay">
      <Loaded isOpen={isOpen} onOpenChange={setIsOpen} />
    </ErrorBoundary>
  );
  return { schedulingUrl, open, busy: (isOpen && !Loaded) || undefined, dialog };
}

interface Props {
  className?: string;
  onClick?: () => void;
  children: ReactNode;
}

/**
 * Button that opens the scheduling page in a dialog. Without JavaScript it submits a form to the
 * site's own page. The content security policy forbids submitting to another site, so with an
 * external page the form goes to /enquiry.
 */
export function BookCallButton({ className, onClick, children }: Props) {
  const { schedulingUrl, open, busy, dialog } = useScheduleDialog();

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Safari does not focus a clicked button, so the dialog could not return the focus to it.
    event.currentTarget.querySelector('button')?.focus({ preventScroll: true });
    onClick?.();
    open();
  };

  return (
    <>
      <form
        className={layoutStyles.contents}
        action={schedulingUrl ? '/enquiry' : schedulePath}
        method="get"
        onSubmit={onSubmit}
      >
        <button type="submit" className={className} aria-busy={busy} {...preloading}>
          {children}
        </button>
      </form>
      {dialog}
    </>
  );
}

interface LinkProps {
  className?: string;
  /**
   * Id of the lead that books. Without it, the `href` (used without JavaScript and in a new tab) is
   * the contact section.
   */
  leadId?: string;
  children: ReactNode;
}

/** Same as `BookCallButton`, as a link. */
export function BookCallLink({ className, leadId, children }: LinkProps) {
  const { schedulingUrl, open, busy, dialog } = useScheduleDialog();
  const href = leadId ? (schedulingUrl ?? buildLeadBookingUrl(leadId)) : '/#contact';

  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.currentTarget.focus({ preventScroll: true });
    open();
  };

  return (
    <>
      <a className={className} href={href} onClick={onClick} aria-busy={busy} {...preloading}>
        {children}
      </a>
      {dialog}
    </>
  );
}
