import { type ReactNode, useId, useMemo, useState } from 'react';
import { ConflictDialog } from '../../../collection-kit/form/ConflictDialog';
import type { SettingsForOwner } from '../../../foundation/settings/contract';
import { SearchField } from '../../../ui/SearchField';
import { useUnsavedDialog } from '../../../ui/use-unsaved-dialog';
import { SectionHistory } from './SectionHistory';
import { SettingsProvider } from './SettingsContext';
import { SettingsNavigation } from './SettingsNavigation';
import { SettingsSection } from './SettingsSection';
import { sectionContents } from './sections';
import { findSection, type LeadKind } from './setting-values';
import * as styles from './settings.module.css';
import { UnsavedBar } from './UnsavedBar';
import { useSettingsForm } from './use-settings-form';

interface Props {
  settings: SettingsForOwner;
  packages: readonly LeadKind[];
  onSaved: () => void;
  /** A section with a form of its own, after the others. */
  lastSection: { id: string; title: string; content: ReactNode };
}

/** All settings in one form, with their sections listed beside it. */
export function SettingsForm({ settings, packages, onSaved, lastSection }: Props) {
  const [searchText, setSearchText] = useState('');
  const leadKinds = useMemo(
    () => [
      ...packages.map(({ id, name }) => ({ id, name })),
      { id: 'none', name: 'No package named' },
    ],
    [packages],
  );
  const settingsForm = useSettingsForm({
    settings,
    leadKinds,
    onSaved,
    onRejected: () => setSearchText(''),
  });
  const { form, formRef, stored, changedFields, conflict } = settingsForm;
  const { unsavedDialog } = useUnsavedDialog(changedFields.length > 0, settingsForm.discard);
  const formId = useId();

  const query = searchText.trim().toLowerCase();
  const matches = (text: string | undefined) => text?.toLowerCase().includes(query) ?? false;
  const isFound = (field: string) => {
    const section = sectionContents.find(({ id }) => id === findSection(field));
    return matches(form.labels[field]) || matches(section?.title);
  };
  const errorNames = Object.keys(form.hook.formState.errors);
  const isSectionHidden = (id: string) =>
    !Object.keys(form.labels).some((field) => findSection(field) === id && isFound(field));
  const shownSections = sectionContents.filter(({ id }) => !isSectionHidden(id));

  return (
    <SettingsProvider value={{ form, stored, changedFields, leadKinds, isFound }}>
      <div className={styles.search}>
        <SearchField label="Find a setting" value={searchText} onChange={setSearchText} />
      </div>
      <div className={styles.layout}>
        <SettingsNavigation
          sections={[
            ...shownSections.map(({ id, title }) => ({
              id,
              title,
              errors: errorNames.filter((name) => findSection(name) === id).length,
            })),
            ...(query === '' || matches(lastSection.title)
              ? [{ id: lastSection.id, title: lastSection.title, errors: 0 }]
              : []),
          ]}
        />
        <div>
          <form
            id={formId}
            ref={formRef}
            className={styles.form}
            tabIndex={-1}
            aria-label="Settings"
            onSubmit={settingsForm.submit}
            noValidate
          >
            {sectionContents.map(({ id, title, text, Fields }) => (
              <SettingsSection
                key={id}
                id={id}
                title={title}
                text={text}
                isHidden={isSectionHidden(id)}
                change={
                  <SectionHistory
                    section={id}
                    title={title}
                    onRestored={(restored) => settingsForm.showRestored(id, restored)}
                  />
                }
              >
                <Fields />
              </SettingsSection>
            ))}
          </form>
          <div hidden={query !== '' && !matches(lastSection.title)}>{lastSection.content}</div>
          {query !== '' && shownSections.length === 0 && !matches(lastSection.title) && (
            <p className={styles.noResults}>No setting matches. Try another word.</p>
          )}
        </div>
      </div>
      {changedFields.length > 0 && (
        <UnsavedBar
          labels={changedFields.map((name) => form.labels[name] ?? name)}
          errorCount={errorNames.length}
          busy={settingsForm.busy}
          formId={formId}
          onDiscard={settingsForm.discard}
        />
      )}
      {conflict && (
        <ConflictDialog
          subject="these settings"
          labels={form.labels}
          differences={conflict.differences}
          onSave={settingsForm.settle}
          onClose={settingsForm.dismissConflict}
        />
      )}
      {unsavedDialog}
    </SettingsProvider>
  );
}
