import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { encodePlan } from '../../cover/encode-plan';
import { isOffline } from '../../lib/network/http-client';
import { useSite } from '../../lib/site';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/dialog/Dialog';
import { undoTraversal, useDialogHistory } from '../../ui/dialog/dialog-history';
import { offlineNotice, useToast } from '../../ui/toast/toast';
import type { LeadInput, SpamSignals } from '../contract';
import { getTopicKey, type InquiryTopic, type PlanTopic } from '../inquiry/inquiry-topic';
import type { PackageChoice } from '../inquiry/package-choice';
import { summarizePlan } from '../inquiry/plan-summary';
import { draftStore } from './draft-store';
import { LeadWizard } from './LeadWizard';
import { sendLead } from './send-lead';
import { buildCheckoutUrl, Thanks, ThanksCrew, usePayablePackage } from './Thanks';

/** The parts of a stored inquiry that the thank-you dialog needs. */
interface SentInquiry {
  leadId: string;
  packageName: string | null;
  /**
   * The package's ID. Null if it is not one of the owner's packages, or if its name is shared and
   * no ID was sent.
   */
  packageId: string | null;
  /** The plan that was sent along. */
  plan: PlanTopic | null;
}

interface Props extends SentInquiry {
  packages: readonly PackageChoice[];
  /** The link to book a call right away. */
  bookCall: ReactNode;
  onClose: () => void;
}

/** Thank-you dialog: pay now for the chosen package, or be contacted first. */
function ThankYouDialog({
  packages,
  leadId,
  packageName,
  packageId,
  plan,
  bookCall,
  onClose,
}: Props) {
  const [, navigate] = useLocation();
  const toast = useToast();
  const payable = usePayablePackage(packages, packageId);

  const openCheckout = async (payableId: string) => {
    // Keep the dialog open offline: it has the only link to pay for this inquiry.
    if (await isOffline()) return toast(offlineNotice);
    onClose();
    // The dialog's history entry becomes that of the checkout.
    navigate(buildCheckoutUrl(leadId, payableId), { replace: true });
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Thank You!"
      banner={<ThanksCrew people={plan?.people} />}
      footer={
        <>
          <Button variant={payable ? 'secondary' : 'primary'} onClick={onClose}>
            We'll Contact You
          </Button>
          {payable && <Button onClick={() => openCheckout(payable.id)}>Proceed to Payment</Button>}
        </>
      }
    >
      <Thanks
        packageName={packageName}
        payable={payable}
        plan={plan && summarizePlan(plan)}
        bookCall={bookCall}
      />
    </Dialog>
  );
}

/** Renders the link with which a lead books a call. */
export type RenderBookCall = (leadId: string) => ReactNode;

export interface LeadDialogsProps {
  packages: readonly PackageChoice[];
  topic: InquiryTopic;
  isOpen: boolean;
  /** Opens the form again. */
  onOpen: () => void;
  onClose: () => void;
  renderBookCall: RenderBookCall;
}

/**
 * Returns the form's step. Starts on the first step, which shows the topic, whenever a profile is
 * opened or the topic changes. The draft stays.
 */
function useStep(topic: InquiryTopic, isOpen: boolean) {
  const [step, setStep] = useState(0);
  const topicKey = getTopicKey(topic);
  const [previous, setPrevious] = useState({ topicKey, isOpen });
  if (topicKey !== previous.topicKey || isOpen !== previous.isOpen) {
    setPrevious({ topicKey, isOpen });
    if (topicKey !== previous.topicKey || (isOpen && topic.talent)) setStep(0);
  }
  return [step, setStep] as const;
}

/** The lead form and the thank-you dialog. Closing the form does not cancel a request in flight. */
export function LeadDialogs({
  packages,
  topic,
  isOpen,
  onOpen,
  onClose,
  renderBookCall,
}: LeadDialogsProps) {
  const toast = useToast();
  const { tracking } = useSite();
  // In this component, because it must survive closing the form.
  const [step, setStep] = useStep(topic, isOpen);
  const [isBusy, setIsBusy] = useState(false);
  const isSending = useRef(false);
  const [sent, setSent] = useState<SentInquiry | null>(null);
  const goToStep = useRef<((step: number) => void) | null>(null);

  useDialogHistory('lead-form', isOpen ? step + 1 : 0, (depth) => {
    if (depth === 0) onClose();
    else if (isOpen) goToStep.current?.(depth - 1);
    else onOpen();
  });
  useDialogHistory('thank-you', sent ? 1 : 0, (depth) => {
    if (depth === 0) setSent(null);
    else undoTraversal();
  });

  const send = useCallback(
    async (input: LeadInput, spamSignals: SpamSignals) => {
      isSending.current = true;
      setIsBusy(true);
      const result = await sendLead(input, spamSignals, tracking);
      isSending.current = false;
      setIsBusy(false);
      if ('leadId' in result) {
        setStep(0);
        onClose();
        const { interestedPackage: packageName, interestedPackageId: packageId } = input;
        const plan =
          input.plan && (topic.plan ?? { plan: input.plan, code: encodePlan(input.plan) });
        setSent({ leadId: result.leadId, packageName, packageId, plan });
        toast({
          title: 'Thank you for your interest!',
          description: "We'll be in touch within 24 hours to schedule your discovery call.",
        });
      } else {
        toast({ title: 'Something went wrong', description: result.message, tone: 'bad' });
      }
      return result;
    },
    [onClose, toast, topic.plan, tracking],
  );

  useEffect(
    () =>
      draftStore.subscribe((change) => {
        // This tab has sent the same draft too: its own response is on the way.
        if (change !== 'sent' || isSending.current) return;
        setStep(0);
        if (!isOpen) return;
        onClose();
        toast({
          title: 'Thank you for your interest!',
          description: 'Your inquiry was sent from another tab.',
        });
      }),
    [isOpen, onClose, toast],
  );

  return (
    <>
      {isOpen && (
        <LeadWizard
          packages={packages}
          topic={topic}
          step={step}
          onStepChange={setStep}
          goToStep={goToStep}
          isBusy={isBusy}
          onSend={send}
          onClose={onClose}
        />
      )}
      {sent && (
        <ThankYouDialog
          packages={packages}
          {...sent}
          bookCall={renderBookCall(sent.leadId)}
          onClose={() => setSent(null)}
        />
      )}
    </>
  );
}
