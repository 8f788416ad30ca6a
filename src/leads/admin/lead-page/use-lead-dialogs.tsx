import { type RefObject, useState } from 'react';
import { ErrorBoundary } from '../../../ui/ErrorBoundary';
import { useShortcuts } from '../../../ui/use-shortcuts';
import type { LeadDetail } from '../../detail-contract';
import { ShortcutsDialog } from '../ShortcutsDialog';
import { useLeadDeletion } from '../use-lead-deletion';
import { LogCallDialog, LostDialog, NextStepDialog } from './lead-dialogs';
import { MailDialog } from './MailDialog';

/** The dialogs of a lead's page. */
export type LeadDialog = 'call' | 'mail' | 'step' | 'lost' | 'delete' | 'shortcuts';

interface Options {
  lead: LeadDetail;
  /** The field for a note. */
  note: RefObject<HTMLTextAreaElement | null>;
  page: RefObject<HTMLElement | null>;
  onDeleted: () => void;
}

/** Opens the dialogs of a lead's page, also by keyboard. */
export function useLeadDialogs({ lead, note, page, onDeleted }: Options) {
  const [current, setCurrent] = useState<LeadDialog | null>(null);
  const deletion = useLeadDeletion(onDeleted);
  const close = () => setCurrent(null);
  const focus = (selector: string) => page.current?.querySelector<HTMLElement>(selector)?.focus();
  const click = (selector: string) => page.current?.querySelector<HTMLElement>(selector)?.click();

  useShortcuts({
    '?': () => setCurrent('shortcuts'),
    j: () => click('[data-go="next"]'),
    k: () => click('[data-go="previous"]'),
    ...(lead.deletedAt === null && {
      n: () => note.current?.focus(),
      c: () => setCurrent('call'),
      t: () => setCurrent('step'),
      s: () => focus('[data-part="stages"] [aria-pressed="true"]'),
      a: () => focus('[data-part="assignee"]'),
    }),
  });

  function renderDialog() {
    switch (current) {
      case 'call':
        return <LogCallDialog lead={lead} onClose={close} />;
      case 'mail':
        return <MailDialog lead={lead} onClose={close} />;
      case 'step':
        return <NextStepDialog lead={lead} onClose={close} />;
      case 'lost':
        return <LostDialog lead={lead} onClose={close} />;
      case 'shortcuts':
        return <ShortcutsDialog onClose={close} />;
      default:
        return null;
    }
  }

  return {
    open: (dialog: LeadDialog) => (dialog === 'delete' ? deletion.ask(lead) : setCurrent(dialog)),
    dialog: (
      <>
        <ErrorBoundary key={current} name="This dialog" display="overlay">
          {renderDialog()}
        </ErrorBoundary>
        {deletion.dialog}
      </>
    ),
  };
}
