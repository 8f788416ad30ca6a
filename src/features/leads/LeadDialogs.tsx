import { useCallback, useEffect, useRef, useState } from 'react';
import { useSite } from '../../lib/site';
import { useToast } from '../../ui/toast';
import { draftStore } from './draft-store';
import { type EnquiryAbout, identifySubject } from './enquiry-about';
import { LeadWizard } from './LeadWizard';
import type { LeadInput } from './lead';
import type { PackageChoice } from './package-choice';
import { type FormSigns, sendLead } from './send-lead';
import { type SentInquiry, ThankYouDialog } from './ThankYouDialog';

export interface LeadDialogsProps {
  packages: readonly PackageChoice[];
  about: EnquiryAbout;
  open: boolean;
  onClose: () => void;
}

/** The lead form and the thanks after it. What is being sent goes on when the form is closed. */
export function LeadDialogs({ packages, about, open, onClose }: LeadDialogsProps) {
  const toast = useToast();
  const { tracking } = useSite();
  // Out here, since it outlives the form's closing.
  const [step, setStep] = useState(0);
  // What was typed stays; whom or what the form is about now is seen on its first step. A profile is
  // shown there each time it is asked for, anything else only when it is another than before.
  const subject = identifySubject(about);
  const [last, setLast] = useState({ subject, open });
  if (subject !== last.subject || open !== last.open) {
    setLast({ subject, open });
    if (subject !== last.subject || (open && about.talent)) setStep(0);
  }
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const [sent, setSent] = useState<SentInquiry | null>(null);

  const send = useCallback(
    async (input: LeadInput, signs: FormSigns) => {
      sending.current = true;
      setBusy(true);
      const result = await sendLead(input, signs, tracking);
      sending.current = false;
      setBusy(false);
      if ('leadId' in result) {
        setStep(0);
        onClose();
        const { interestedPackage: packageName, interestedPackageId: packageId } = input;
        setSent({ leadId: result.leadId, packageName, packageId });
        toast({
          title: 'Thank you for your interest!',
          description: "We'll be in touch within 24 hours to schedule your discovery call.",
        });
      } else {
        toast({ title: 'Something went wrong', description: result.message, tone: 'bad' });
      }
      return result;
    },
    [onClose, toast, tracking],
  );

  useEffect(
    () =>
      draftStore.subscribe((change) => {
        // Its own answer is on the way: both tabs have sent the same enquiry.
        if (change !== 'sent' || sending.current) return;
        setStep(0);
        if (!open) return;
        onClose();
        toast({
          title: 'Thank you for your interest!',
          description: 'Your enquiry was sent from another tab.',
        });
      }),
    [open, onClose, toast],
  );

  return (
    <>
      {open && (
        <LeadWizard
          packages={packages}
          about={about}
          step={step}
          onStep={setStep}
          busy={busy}
          onSend={send}
          onClose={onClose}
        />
      )}
      {sent && <ThankYouDialog packages={packages} {...sent} onClose={() => setSent(null)} />}
    </>
  );
}
