import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { PageBlockRows } from '../../../content/pages/admin/PageBlockRows';
import type { PageName } from '../../../content/pages/contract';
import { ServerValue } from '../../../content/settings/admin/SettingFields';
import { SettingsSection } from '../../../content/settings/admin/SettingsSection';
import { SettingsView } from '../../../content/settings/admin/SettingsView';
import { PasswordForm } from '../../../foundation/auth/admin/PasswordForm';
import { getButtonClass } from '../../../ui/Button';
import * as layoutStyles from '../../../ui/styles/layout.module.css';
import { buildTabUrl } from '../admin-tabs';

const pages: readonly { page: PageName; title: string; text: string }[] = [
  {
    page: 'home',
    title: 'Home page',
    text: 'Its words, logos and sections, and what every page has in common.',
  },
  { page: 'talent', title: 'Talent page', text: 'Its heading and filters.' },
  { page: 'privacy', title: 'Privacy page', text: 'Your policy, in your words.' },
];

const wrap = (id: string, title: string, text: string, children: ReactNode) => ({
  id,
  title,
  content: (
    <SettingsSection id={id} title={title} text={text}>
      {children}
    </SettingsSection>
  ),
});

/** The owner's settings, the texts of the pages, and the security of the admin area. */
export default function SettingsPanel({ onSaved }: { onSaved: () => void }) {
  return (
    <SettingsView
      hoursHref={buildTabUrl('hours')}
      onSaved={onSaved}
      getMoreSections={({ passwordVariable }) => [
        ...pages.map(({ page, title, text }) =>
          wrap(`${page}-page`, title, text, <PageBlockRows page={page} onSaved={onSaved} />),
        ),
        wrap(
          'webhooks',
          'Webhooks',
          'Tell another program when a lead comes in, a call is booked or a payment arrives.',
          <div className={layoutStyles.actions}>
            <Link className={getButtonClass('secondary', 's')} href={buildTabUrl('webhooks')}>
              Webhooks and their log
            </Link>
          </div>,
        ),
        wrap(
          'security',
          'Security',
          'Your password and what happens when someone else knows it.',
          <>
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
          </>,
        ),
      ]}
    />
  );
}
