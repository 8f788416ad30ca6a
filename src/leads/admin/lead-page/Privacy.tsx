import { useState } from 'react';
import { useLocation } from 'wouter';
import { formatCount } from '../../../lib/format-number';
import { Button } from '../../../ui/Button';
import { ConfirmDialog } from '../../../ui/ConfirmDialog';
import { Dialog } from '../../../ui/Dialog';
import * as linkStyles from '../../../ui/link-button.module.css';
import type { LeadDetail } from '../../detail-contract';
import { getFirstName } from '../labels';
import { buildListPath, noFilter } from '../lead-filter';
import { useErasePerson } from '../mutations';
import * as titleStyles from '../section-title.module.css';
import * as styles from './Records.module.css';

/** Requests of a person about their data: export and erasure. */
export function Privacy({ lead }: { lead: LeadDetail }) {
  const [isErasing, setIsErasing] = useState(false);
  const firstName = getFirstName(lead.contactName);
  const email = encodeURIComponent(lead.email);
  return (
    <section aria-labelledby="privacy-heading">
      <div className={titleStyles.title}>
        <h2 id="privacy-heading">Privacy</h2>
      </div>
      <p className={styles.small}>Everything stored about {firstName}, by this email:</p>
      <p className={styles.links}>
        <a
          className={linkStyles.linkButton}
          href={`/api/privacy/export?format=html&email=${email}`}
          download
        >
          Export to read
        </a>
        <a className={linkStyles.linkButton} href={`/api/privacy/export?email=${email}`} download>
          Export as JSON
        </a>
        <button type="button" className={linkStyles.linkButton} onClick={() => setIsErasing(true)}>
          Erase
        </button>
      </p>
      {isErasing && <EraseDialog lead={lead} onClose={() => setIsErasing(false)} />}
    </section>
  );
}

function EraseDialog({ lead, onClose }: { lead: LeadDetail; onClose: () => void }) {
  const erase = useErasePerson();
  const [, navigate] = useLocation();
  const report = erase.data;
  const isErased = report?.erasedLeadIds.includes(lead.id) ?? false;
  const close = () => (isErased ? navigate(buildListPath(noFilter)) : onClose());
  if (report) {
    return (
      <Dialog
        open
        onClose={close}
        title="Erased"
        size="small"
        footer={<Button onClick={close}>Close</Button>}
      >
        <p>
          Erased for good: {formatCount(report.erasedLeadIds.length, 'inquiry', 'inquiries')}
          {report.erasedBookings > 0 && `, ${formatCount(report.erasedBookings, 'call')}`}.
        </p>
        {report.kept.length > 0 && (
          <ul className={styles.list}>
            {report.kept.map(({ leadId, reason }) => (
              <li key={leadId}>Kept: {reason}</li>
            ))}
          </ul>
        )}
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      open
      title={`Erase ${lead.contactName}?`}
      description={`All inquiries, notes, calls and mails of ${lead.email} are deleted for good. This cannot be undone.`}
      note="Inquiries with a payment stay, because payment records must be kept. That somebody erased this person is recorded."
      confirmLabel={erase.isPending ? 'Erasing...' : 'Erase for good'}
      isDanger
      isBusy={erase.isPending}
      onConfirm={() => erase.mutate(lead.email)}
      onCancel={onClose}
    />
  );
}
