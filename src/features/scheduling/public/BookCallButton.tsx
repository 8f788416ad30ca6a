import {
  type ComponentType,
  type MouseEvent,
  type ReactNode,
  type SubmitEvent,
  useState,
} from 'react';
import { isOffline } from '../../../lib/is-offline';
import { useSite } from '../../../lib/site';
import { offlineNotice, useToast } from '../../../ui/toast';
import { schedulePath } from '../call';
import type { ScheduleDialogProps } from './ScheduleDialog';
import './BookCallButton.css';

/** Browsers cache a loaded module, and retry one that failed to load. */
const loadDialog = () => import('./ScheduleDialog');

const preloadDialog = () => {
  loadDialog().catch(() => undefined);
};

/** Opens the scheduling page, external or the site's own, in a dialog. */
function useScheduleDialog() {
  const { schedulingUrl } = useSite();
  const toast = useToast();
  const url = schedulingUrl ?? schedulePath;
  const [Loaded, setLoaded] = useState<ComponentType<ScheduleDialogProps> | null>(null);
  const [isOpen, setIsOpen] = useState(false);

  async function open() {
    // Check even if the dialog's code is loaded: its content comes from the network.
    if (await isOffline()) return toast(offlineNotice);
    setIsOpen(true);
    loadDialog().then(
      ({ ScheduleDialog }) => setLoaded(() => ScheduleDialog),
      async () => {
        setIsOpen(false);
        // The dialog's code failed to load, so open the page itself.
        if (await isOffline()) toast(offlineNotice);
        else location.assign(url);
      },
    );
  }

  const dialog = Loaded && isOpen && <Loaded url={url} onClose={() => setIsOpen(false)} />;
  return { isOwn: schedulingUrl === null, open, dialog };
}

interface Props {
  className?: string;
  onClick?: () => void;
  children: ReactNode;
}

/**
 * Opens the scheduling page in a dialog. Without JavaScript the button submits to the site's own
 * page. The content security policy forbids submitting to another site, so with an external page it
 * goes to /enquiry.
 */
export function BookCallButton({ className, onClick, children }: Props) {
  const { isOwn: isOwnPage, open, dialog } = useScheduleDialog();

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
        className="enq"
        action={isOwnPage ? schedulePath : '/enquiry'}
        method="get"
        onSubmit={onSubmit}
      >
        <button
          type="submit"
          className={className}
          onPointerEnter={preloadDialog}
          onFocus={preloadDialog}
        >
          {children}
        </button>
      </form>
      {dialog}
    </>
  );
}

/** Contact section of the home page, which has a button to book a call. */
const contactHref = '/#contact';

interface LinkProps {
  className?: string;
  /** Target without JavaScript and in a new tab; by default the contact section. */
  href?: string;
  children: ReactNode;
}

/** Same as `BookCallButton`, as a link. */
export function BookCallLink({ className, href = contactHref, children }: LinkProps) {
  const { open, dialog } = useScheduleDialog();

  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.currentTarget.focus({ preventScroll: true });
    open();
  };

  return (
    <>
      <a
        className={className}
        href={href}
        onClick={onClick}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
      >
        {children}
      </a>
      {dialog}
    </>
  );
}
