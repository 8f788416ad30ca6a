import { useState } from 'react';
import { ErrorBoundary } from '../../../ui/ErrorBoundary';
import type { ListedLead } from '../contract';
import { DeleteLeadDialog } from './DeleteLeadDialog';
import { type LeadExtensions, LeadStatusDialog } from './LeadStatusDialog';
import { ShortcutsDialog } from './ShortcutsDialog';

/**
 * Opens the dialogs of the list.
 * @param onLeave called with the id of a lead that may disappear from the list
 */
export function useListDialogs(extensions: LeadExtensions, onLeave: (id: string) => void) {
  const [editing, edit] = useState<ListedLead | null>(null);
  const [deleting, askToDelete] = useState<ListedLead | null>(null);
  const [isShowingKeys, setIsShowingKeys] = useState(false);

  return {
    isOpen: editing !== null || deleting !== null,
    edit,
    askToDelete,
    showKeys: () => setIsShowingKeys(true),
    elements: (
      <>
        {editing && (
          <ErrorBoundary key={editing.id} name="The form" display="overlay">
            <LeadStatusDialog
              lead={editing}
              {...extensions}
              onSaved={() => onLeave(editing.id)}
              onClose={() => edit((open) => (open?.id === editing.id ? null : open))}
            />
          </ErrorBoundary>
        )}
        <DeleteLeadDialog
          lead={deleting}
          onDeleted={({ id }) => {
            onLeave(id);
            // The owner may have closed the dialog and opened it for another lead.
            askToDelete((open) => (open?.id === id ? null : open));
          }}
          onCancel={() => askToDelete(null)}
        />
        {isShowingKeys && <ShortcutsDialog onClose={() => setIsShowingKeys(false)} />}
      </>
    ),
  };
}
