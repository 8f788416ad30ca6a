import { type ComponentType, type ReactNode, type SubmitEvent, useState } from 'react';
import { useSite } from '../../lib/site';
import { schedulePath } from './call';
import type { ScheduleDialogProps } from './ScheduleDialog';
import './BookCallButton.css';

let loading: Promise<ComponentType<ScheduleDialogProps>> | null = null;

function loadDialog(): Promise<ComponentType<ScheduleDialogProps>> {
  loading ??= import('./ScheduleDialog').then((module) => module.ScheduleDialog);
  // A failed load is forgotten: the next try asks again.
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

const preload = () => {
  loadDialog().catch(() => undefined);
};

interface Props {
  className?: string;
  /** Called before the dialog opens. */
  onClick?: () => void;
  children: ReactNode;
}

/**
 * Opens the scheduling page in a dialog: the installation's external one, else the site's own. Without
 * JavaScript it leads to the site's own page; to a foreign one our policy lets no form go, so there it is
 * the enquiry page.
 */
export function BookCallButton({ className, onClick, children }: Props) {
  const { schedulingUrl } = useSite();
  const url = schedulingUrl ?? schedulePath;
  const [Loaded, setLoaded] = useState<ComponentType<ScheduleDialogProps> | null>(null);
  const [isOpen, setIsOpen] = useState(false);

  const open = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Safari gives a pressed button no focus, and the dialog could not give it back.
    event.currentTarget.querySelector('button')?.focus({ preventScroll: true });
    onClick?.();
    setIsOpen(true);
    loadDialog().then(
      (Dialog) => setLoaded(() => Dialog),
      // Its code can't be had: the page itself can, perhaps.
      () => location.assign(url),
    );
  };

  return (
    <>
      <form
        className="enq"
        action={schedulingUrl === null ? schedulePath : '/enquiry'}
        method="get"
        onSubmit={open}
      >
        <button type="submit" className={className} onPointerEnter={preload} onFocus={preload}>
          {children}
        </button>
      </form>
      {Loaded && isOpen && <Loaded url={url} onClose={() => setIsOpen(false)} />}
    </>
  );
}
