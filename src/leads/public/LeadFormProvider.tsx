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
import { track } from '../../analytics/tracking/track';
import { afterNextPaint, prefersReducedData, waitForIdle } from '../../lib/browser/browser-timing';
import { onFirstInteraction } from '../../lib/browser/on-first-interaction';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import { loadForClick } from '../../ui/load-for-click';
import { preloadToastView, useToast } from '../../ui/toast/toast';
import { buildInquiryUrl, type InquiryTopic } from '../inquiry/inquiry-topic';
import type { PackageChoice } from '../inquiry/package-choice';
import type { LeadDialogsProps, RenderBookCall } from './LeadDialogs';

/** Browsers cache a loaded module, and retry one that failed to load. */
const loadLeadForm = () => import('./LeadDialogs');

/** Loads the form's code ahead of a click. */
export function preloadLeadForm(): void {
  loadLeadForm().catch(() => undefined);
}

interface LeadForm {
  /** Opens the form, optionally about a package or a talent. */
  open: (topic?: InquiryTopic) => void;
}

const LeadFormContext = createContext<LeadForm | null>(null);

/** Returns the page's lead form. */
export function useLeadForm(): LeadForm {
  const form = useContext(LeadFormContext);
  if (!form) throw new Error('useLeadForm is used outside of LeadFormProvider');
  return form;
}

/** ID of the GET form that submits the topic of inquiry buttons to /enquiry without JavaScript. */
export const inquiryFormId = 'inquiry';

interface Props {
  packages: readonly PackageChoice[];
  renderBookCall: RenderBookCall;
  children: ReactNode;
}

/**
 * Preloads the code after the first interaction, when the browser is idle: on a phone, parsing takes
 * longer than a click should, and offline errors need the code. With "save data" only what is needed
 * is loaded. @returns the cleanup
 */
const preloadWhenIdle = () =>
  onFirstInteraction(() => {
    if (!prefersReducedData()) waitForIdle().then(preloadLeadForm).then(preloadToastView);
  });

/** Provides the page's lead form and thank-you dialog, whose code loads on demand. */
export function LeadFormProvider({ packages, renderBookCall, children }: Props) {
  const toast = useToast();
  const [Dialogs, setDialogs] = useState<ComponentType<LeadDialogsProps> | null>(null);
  const [topic, setTopic] = useState<InquiryTopic>({});
  const [isOpen, setIsOpen] = useState(false);
  /** Ignores the second click of a double click. */
  const isOpening = useRef(false);

  useEffect(preloadWhenIdle, []);

  const open = useCallback(
    async (nextTopic: InquiryTopic = {}) => {
      const selected = packages.find(({ id }) => id === nextTopic.packageId);
      if (selected && !isOpening.current) {
        track('package_selected', { name: selected.name, price: selected.price });
      }
      isOpening.current = true;
      setTopic(nextTopic);
      // Paint the pressed button before a slow phone is busy rendering the form.
      const code = Promise.all([loadLeadForm(), afterNextPaint()]);
      const loaded = await loadForClick(code, buildInquiryUrl(nextTopic), toast);
      if (!loaded) {
        isOpening.current = false;
        return;
      }
      startTransition(() => {
        setDialogs(() => loaded[0].LeadDialogs);
        setIsOpen(true);
      });
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
      {/* One form for all buttons. With a form per button the browser laid out every off-screen card
          to look for sign-in fields. */}
      <form id={inquiryFormId} action="/enquiry" method="get" hidden />
      {children}
      {Dialogs && (
        <ErrorBoundary name="The form" display="overlay">
          <Dialogs
            packages={packages}
            topic={topic}
            isOpen={isOpen}
            onOpen={() => setIsOpen(true)}
            onClose={close}
            renderBookCall={renderBookCall}
          />
        </ErrorBoundary>
      )}
    </LeadFormContext>
  );
}
