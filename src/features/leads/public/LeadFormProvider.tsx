import {
  type ComponentType,
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { afterNextPaint, prefersReducedData, waitForIdle } from '../../../lib/browser-timing';
import { isOffline } from '../../../lib/is-offline';
import { onFirstInteraction } from '../../../lib/on-first-interaction';
import { offlineNotice, preloadToastView, useToast } from '../../../ui/toast';
import { track } from '../../analytics/tracking/track';
import { buildInquiryUrl, type InquiryTopic } from '../inquiry-topic';
import type { PackageChoice } from '../package-choice';
import type { LeadDialogsProps } from './LeadDialogs';

/** The browser keeps a module that was loaded, and asks again for one that failed. */
const loadLeadForm = () => import('./LeadDialogs');

/** Fetches the form's code when the visitor is about to open it. */
export function preloadLeadForm(): void {
  loadLeadForm().catch(() => undefined);
}

interface LeadForm {
  /** Opens the form, about a package or a talent when the visitor came from one. */
  open: (topic?: InquiryTopic) => void;
}

const LeadFormContext = createContext<LeadForm | null>(null);

/** The lead form of the page. */
export function useLeadForm(): LeadForm {
  const form = useContext(LeadFormContext);
  if (!form) throw new Error('useLeadForm is used outside of LeadFormProvider');
  return form;
}

/** The id of the form that carries what its buttons are about to the enquiry page, without JavaScript. */
export const inquiryFormId = 'enquire';

interface Props {
  packages: readonly PackageChoice[];
  children: ReactNode;
}

/** Holds the page's one lead form and the thanks after it. Their code is fetched on the first intent. */
export function LeadFormProvider({ packages, children }: Props) {
  const toast = useToast();
  const [Dialogs, setDialogs] = useState<ComponentType<LeadDialogsProps> | null>(null);
  const [topic, setTopic] = useState<InquiryTopic>({});
  const [isOpen, setIsOpen] = useState(false);
  const isMounted = useRef(false);
  /** The second press of a double click finds it set. */
  const isOpening = useRef(false);

  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  // Once somebody is there and the browser has time: on a phone, reading the code takes longer than a
  // press may, and what goes wrong offline can be said. On a counted line only what is wanted is fetched.
  useEffect(
    () =>
      onFirstInteraction(() => {
        if (!prefersReducedData()) waitForIdle().then(preloadLeadForm).then(preloadToastView);
      }),
    [],
  );

  const open = useCallback(
    (nextTopic: InquiryTopic = {}) => {
      const selected = packages.find(({ id }) => id === nextTopic.packageId);
      if (selected && !isOpening.current) {
        track('package_selected', { name: selected.name, price: selected.price });
      }
      isOpening.current = true;
      setTopic(nextTopic);
      // The pressed button is shown before a slow phone is busy with the form.
      Promise.all([loadLeadForm(), afterNextPaint()]).then(
        ([{ LeadDialogs }]) =>
          startTransition(() => {
            setDialogs(() => LeadDialogs);
            setIsOpen(true);
          }),
        async () => {
          isOpening.current = false;
          const offline = await isOffline();
          if (!isMounted.current) return;
          if (offline) return toast(offlineNotice);
          // Its code can't be had (a new release, a bad line): the server has the form as a page.
          location.assign(buildInquiryUrl(nextTopic));
        },
      );
    },
    [toast, packages],
  );

  const form = useMemo(() => ({ open }), [open]);
  const close = useCallback(() => {
    isOpening.current = false;
    setIsOpen(false);
  }, []);

  return (
    <LeadFormContext value={form}>
      {/* One for all buttons. A form for each made the browser lay out every card that waits off screen,
          to look for a sign-in in it. */}
      <form id={inquiryFormId} action="/enquiry" method="get" hidden />
      {children}
      {Dialogs && <Dialogs packages={packages} topic={topic} isOpen={isOpen} onClose={close} />}
    </LeadFormContext>
  );
}
