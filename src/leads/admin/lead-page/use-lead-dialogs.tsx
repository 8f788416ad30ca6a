import { type ComponentType, type RefObject, useState } from 'react';
import { ErrorBoundary } from '../../../ui/ErrorBoundary';
import { useShortcuts } from '../../../ui/use-shortcuts';
import type { LeadDetail } from '../../detail-contract';
import { ShortcutsDialog } from '../ShortcutsDialog';
import { useLeadDeletion } from '../use-lead-deletion';
import { LogCallDialog, LostDialog, NextStepDialog } from './lead-dialogs';
import { MailDialog } from './MailDialog';

const dialogs = {
  call: LogCallDialog,
  mail: MailDialog,
  step: NextStepDialog,
  lost: LostDialog,
  shortcuts: ShortcutsDialog,
} satisfies Record<string, ComponentType<{ lead: LeadDetail; onClose: () => void }>>;

/** The dialogs of a lead's page. */
export type LeadDialog = keyof typeof dialogs | 'delete';

interface Options {
  lead: LeadDetail;
  /** The field for a note. */
  note: RefObject<HTMLTextAreaElement | null>;
  page: RefObject<HTMLElement | null>;
  onDeleted: () => void;
}

/** Opens the dialogs of a lead's page, also by keyboard. */
export function useLeadDialogs({ lead, note, page, onDeleted }: Options) {
  const [current, setCurrent] = useState<keyof typeof dialogs | null>(null);
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
      z: () => focus('[data-control="put-off"]'),
      s: () => focus('[data-part="stages"] [aria-pressed="true"]'),
      a: () => focus('[data-part="assignee"]'),
    }),
  });

  const Current = current && dialogs[current];
  return {
    open: (dialog: LeadDialog) => (dialog === 'delete' ? deletion.ask(lead) : setCurrent(dialog)),
    dialog: (
      <>
        <ErrorBoundary key={current} name="This dialog" display="overlay">
          {Current && <Current lead={lead} onClose={close} />}
        </ErrorBoundary>
        {deletion.dialog}
      </>
    ),
  };
}
