import { type ComponentType, type RefObject, useState } from 'react';
import { ErrorBoundary } from '../../../ui/ErrorBoundary';
import { useShortcuts } from '../../../ui/use-shortcuts';
import type { LeadDetail } from '../../detail-contract';
import { ShortcutsDialog } from '../ShortcutsDialog';
import { NextStepDialog } from '../status/NextStepDialog';
import type { Step } from '../status/step-actions';
import { useLeadDeletion } from '../use-lead-deletion';
import { LogCallDialog, LostDialog } from './lead-dialogs';
import { MailDialog } from './MailDialog';

interface DialogProps {
  lead: LeadDetail;
  step: Step | undefined;
  onClose: () => void;
}

const dialogs = {
  call: LogCallDialog,
  mail: MailDialog,
  step: NextStepDialog,
  lost: LostDialog,
  shortcuts: ShortcutsDialog,
} satisfies Record<string, ComponentType<DialogProps>>;

/** The dialogs of a lead's page. */
type LeadDialog = keyof typeof dialogs | 'delete';

/** @param step the one that is changed; undefined to add one */
export type OpenDialog = (dialog: LeadDialog, step?: Step) => void;

interface Options {
  lead: LeadDetail;
  /** The field for a note. */
  note: RefObject<HTMLTextAreaElement | null>;
  page: RefObject<HTMLElement | null>;
  onDeleted: () => void;
}

/** Opens the dialogs of a lead's page, also by keyboard. */
export function useLeadDialogs({ lead, note, page, onDeleted }: Options) {
  const [opened, setOpened] = useState<{ name: keyof typeof dialogs; step?: Step | undefined }>();
  const deletion = useLeadDeletion(onDeleted);
  const open: OpenDialog = (name, step) =>
    name === 'delete' ? deletion.ask(lead) : setOpened({ name, step });
  const focus = (selector: string) => page.current?.querySelector<HTMLElement>(selector)?.focus();
  const click = (selector: string) => page.current?.querySelector<HTMLElement>(selector)?.click();

  useShortcuts({
    '?': () => open('shortcuts'),
    j: () => click('[data-go="next"]'),
    k: () => click('[data-go="previous"]'),
    ...(lead.deletedAt === null && {
      n: () => note.current?.focus(),
      c: () => open('call'),
      t: () => click('[data-control="step"]'),
      z: () => click('[data-control="put-off"]'),
      s: () => focus('[data-part="stages"] [aria-pressed="true"]'),
      a: () => focus('[data-part="assignee"]'),
    }),
  });

  const Opened = opened && dialogs[opened.name];
  return {
    open,
    dialog: (
      <>
        <ErrorBoundary key={opened?.name} name="This dialog" display="overlay">
          {Opened && <Opened lead={lead} step={opened.step} onClose={() => setOpened(undefined)} />}
        </ErrorBoundary>
        {deletion.dialog}
      </>
    ),
  };
}
