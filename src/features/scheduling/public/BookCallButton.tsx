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

/** The browser keeps a module that was loaded, and asks again for one that failed. */
const loadDialog = () => import('./ScheduleDialog');

const preloadDialog = () => {
  loadDialog().catch(() => undefined);
};

/** The scheduling page, the installation's external one or the site's own, and the dialog around it. */
function useScheduleDialog() {
  const { schedulingUrl } = useSite();
  const toast = useToast();
  const url = schedulingUrl ?? schedulePath;
  const [Loaded, setLoaded] = useState<ComponentType<ScheduleDialogProps> | null>(null);
  const [isOpen, setIsOpen] = useState(false);

  async function open() {
    // Also with the dialog's code at hand: what it shows comes from the network.
    if (await isOffline()) return toast(offlineNotice);
    setIsOpen(true);
    loadDialog().then(
      ({ ScheduleDialog }) => setLoaded(() => ScheduleDialog),
      async () => {
        setIsOpen(false);
        // Its code can't be had: the page itself can, perhaps.
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
  /** Called before the dialog opens. */
  onClick?: () => void;
  children: ReactNode;
}

/**
 * Opens the scheduling page in a dialog. Without JavaScript it leads to the site's own page; to a foreign
 * one our policy lets no form go, so there it is the enquiry page.
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

/** The home page's ways to get in touch, a button for a call among them. */
const contactHref = '/#contact';

interface LinkProps {
  className?: string;
  /** Where it leads without JavaScript and in a new tab; by default, to the ways to get in touch. */
  href?: string;
  children: ReactNode;
}

/** The same as a link. */
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
