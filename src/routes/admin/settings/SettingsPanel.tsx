import { Link } from 'wouter';
import { ServerValue } from '../../../features/settings/admin/SettingFields';
import { SettingsSection } from '../../../features/settings/admin/SettingsSection';
import { SettingsView } from '../../../features/settings/admin/SettingsView';
import { PasswordForm } from '../../../foundation/auth/admin/PasswordForm';
import { getButtonClass } from '../../../ui/Button';
import * as layoutStyles from '../../../ui/layout.module.css';
import { buildTabUrl } from '../admin-tabs';

/** The owner's settings, and the security of the admin area. */
export default function SettingsPanel({ onSaved }: { onSaved: () => void }) {
  return (
    <SettingsView
      callsHref={buildTabUrl('calls')}
      onSaved={onSaved}
      renderSecurity={({ passwordVariable }) => (
        <>
          <SettingsSection
            id="webhooks"
            title="Webhooks"
            text="Tell another program when a lead comes in, a call is booked or a payment arrives."
          >
            <div className={layoutStyles.actions}>
              <Link className={getButtonClass('secondary', 's')} href={buildTabUrl('webhooks')}>
                Webhooks and their log
              </Link>
            </div>
          </SettingsSection>
          <SettingsSection
            id="security"
            title="Security"
            text="Your password and what happens when someone else knows it."
          >
            {passwordVariable === null ? (
              <PasswordForm />
            ) : (
              <ServerValue label="Password" text="Saved" variable={passwordVariable} />
            )}
            <div className={layoutStyles.actions}>
              <Link className={getButtonClass('secondary', 's')} href={buildTabUrl('security')}>
                Second factor, sessions and activity
              </Link>
            </div>
          </SettingsSection>
        </>
      )}
    />
  );
}
