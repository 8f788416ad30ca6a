import { useState } from 'react';
import { HistoryEntries } from '../../../foundation/audit/admin/ItemHistory';
import { isSecretSetting, type SettingsForOwner } from '../../../foundation/environment/contract';
import type { SettingSection } from '../../../foundation/environment/settings-table';
import { formatMoney } from '../../../lib/format-number';
import { formatDate } from '../../../lib/time/format-date';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/dialog/Dialog';
import { History } from '../../../ui/icons/desk-icons';
import { LinkButton } from '../../../ui/LinkButton';
import * as layoutStyles from '../../../ui/styles/layout.module.css';
import { useSettingsContext } from './SettingsContext';
import * as viewStyles from './SettingsView.module.css';
import { formatSettingValue, getLeadValueName } from './setting-values';

interface Props {
  id: SettingSection;
  title: string;
  /** @param isAsking whether the changes of the section are lost, as the question has said */
  onRestored: (section: SettingSection, settings: SettingsForOwner, isAsking: boolean) => void;
}

const hasMailPassword = ({ fields }: SettingsForOwner) => fields.smtpPassword?.source === 'owner';

/** The date of a section's last change, and its history in a dialog. */
export function SectionHistory({ id, title, onRestored }: Props) {
  const { stored, form, changedFields } = useSettingsContext();
  const [isOpen, setIsOpen] = useState(false);
  const updatedAt = stored.sections[id]?.updatedAt;

  function formatSetting(field: string, value: unknown): string | undefined {
    if (isSecretSetting(field)) {
      if (value === null) return undefined;
      return value === 'changed' ? 'replaced' : 'saved';
    }
    if (field !== 'leadValues' || typeof value !== 'object' || value === null) {
      return formatSettingValue(field, value);
    }
    return Object.entries(value)
      .map(([kind, amount]) => {
        const name = form.labels[getLeadValueName(kind)] ?? 'Deleted package';
        return `${name}: ${formatMoney(Number(amount))}`;
      })
      .join('\n');
  }

  return (
    <>
      <p className={viewStyles.lastChange}>
        {updatedAt ? `Last changed ${formatDate(updatedAt)}` : 'Not changed yet'}
        <LinkButton onClick={() => setIsOpen(true)}>
          <History />
          History<span className={layoutStyles.visuallyHidden}> of {title}</span>
        </LinkButton>
      </p>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={`History: ${title}`}
        footer={
          <Button variant="secondary" onClick={() => setIsOpen(false)}>
            Close
          </Button>
        }
      >
        <HistoryEntries
          path="settings"
          id={id}
          label={`${title} section`}
          fieldNames={form.labels}
          formatValue={formatSetting}
          restoreWarning={[
            'Passwords and keys are not kept in the history, so they stay as they are.',
            id === 'mail' &&
              hasMailPassword(stored) &&
              'If this version has another mail server, port or user name, the mail password is removed, and you need to enter it again.',
            changedFields.length > 0 && 'Changes in this section that are not saved will be lost.',
          ]
            .filter(Boolean)
            .join(' ')}
          describeRestored={(restored: SettingsForOwner) => {
            if (restored.version === stored.version) return { title: 'Nothing has changed' };
            return hasMailPassword(stored) && !hasMailPassword(restored)
              ? { description: 'Enter the mail password again: the mail server has changed.' }
              : undefined;
          }}
          onRestored={(restored: SettingsForOwner, isAsking) => {
            if (isAsking) setIsOpen(false);
            onRestored(id, restored, isAsking);
          }}
        />
      </Dialog>
    </>
  );
}
