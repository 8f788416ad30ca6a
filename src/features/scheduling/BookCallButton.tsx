import { type ComponentType, type MouseEvent, type ReactNode, useState } from 'react';
import { useSite } from '../../lib/site';
import { schedulePath } from './call';
import type { ScheduleDialogProps } from './ScheduleDialog';

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
 * Opens the scheduling page in a dialog: the installation's external one, else the site's own. A link,
 * so that it leads there without JavaScript, too.
 */
export function BookCallButton({ className, onClick, children }: Props) {
  const { schedulingUrl } = useSite();
  const url = schedulingUrl ?? schedulePath;
  const [Loaded, setLoaded] = useState<ComponentType<ScheduleDialogProps> | null>(null);
  const [isOpen, setIsOpen] = useState(false);

  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    const wantsOwnTab = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (wantsOwnTab || event.button !== 0) return;
    event.preventDefault();
    // Safari gives a pressed link no focus, and the dialog could not give it back.
    event.currentTarget.focus({ preventScroll: true });
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
      <a className={className} href={url} onClick={open} onPointerEnter={preload} onFocus={preload}>
        {children}
      </a>
      {Loaded && isOpen && <Loaded url={url} onClose={() => setIsOpen(false)} />}
    </>
  );
}
