import { type ReactNode, useState } from 'react';
import { useToast } from '../../../ui/toast/toast';
import { formatStatus, type LeadStatus, type ListedLead } from '../../contract';
import { LostDialog } from '../lead-page/lead-dialogs';

interface Options {
  /**
   * Stores a status; with `version`, only if the lead was not changed since.
   * @returns the lead's new version; undefined if it was not stored
   */
  store: (lead: ListedLead, status: LeadStatus, version?: string) => Promise<string | undefined>;
  /** Called before the status is set back. */
  onUndo?: (lead: ListedLead) => void;
}

/** Sets the status of leads at once, with an undo. Asks why a lead is lost first. */
export function useStatusChange({ store, onUndo }: Options): {
  change: (lead: ListedLead, status: LeadStatus) => void;
  dialog: ReactNode;
} {
  const toast = useToast();
  const [losing, setLosing] = useState<ListedLead | null>(null);

  async function storeWithUndo(lead: ListedLead, status: LeadStatus) {
    const version = await store(lead, status);
    if (version === undefined) return;
    toast({
      title: `${lead.companyName} is ${formatStatus(status)}`,
      action: {
        label: 'Undo',
        run() {
          onUndo?.(lead);
          void store(lead, lead.status, version);
        },
      },
    });
  }

  return {
    change(lead, status) {
      if (status === lead.status) return;
      if (status === 'closed_lost') setLosing(lead);
      else void storeWithUndo(lead, status);
    },
    dialog: losing && <LostDialog lead={losing} onClose={() => setLosing(null)} />,
  };
}
