import { type ReactNode, useId, useMemo, useState } from 'react';
import { ConflictDialog } from '../../../collection-kit/form/ConflictDialog';
import type { SettingsForOwner } from '../../../foundation/settings/contract';
import { SearchField } from '../../../ui/SearchField';
import { useUnsavedDialog } from '../../../ui/use-unsaved-dialog';
import { SectionHistory } from './SectionHistory';
import { SettingsProvider } from './SettingsContext';
import * as styles from './SettingsForm.module.css';
import { SettingsNavigation } from './SettingsNavigation';
import { SettingsSection } from './SettingsSection';
import { sectionContents } from './sections';
import { findSection, type LeadKind } from './setting-values';
import { UnsavedBar } from './UnsavedBar';
import { useSettingsForm } from './use-settings-form';

/** A section with a form of its own. */
export interface OwnSection {
  id: string;
  title: string;
  content: ReactNode;
}

interface Props {
  settings: SettingsForOwner;
  packages: readonly LeadKind[];
  hoursHref: string;
  onSaved: () => void;
  /** Shown after the others. */
  moreSections: readonly OwnSection[];
}

/** Finds the fields whose label or section contains a text. */
function createSearch(text: string, labels: Record<string, string>) {
  const query = text.trim().toLowerCase();
  const matches = (label = '') => label.toLowerCase().includes(query);
  const isFound = (field: string) => {
    const section = sectionContents.find(({ id }) => id === findSection(field));
    return matches(labels[field]) || matches(section?.title);
  };
  const foundSections = new Set(Object.keys(labels).filter(isFound).map(findSection));
  return { matches, isFound, foundSections };
}

const listLinks = (errorNames: readonly string[]) =>
  sectionContents.map(({ id, title }) => ({
    id,
    title,
    errors: errorNames.filter((name) => findSection(name) === id).length,
  }));

/** All settings in one form, with their sections listed beside it. */
export function SettingsForm({ settings, packages, hoursHref, onSaved, moreSections }: Props) {
  const [searchText, setSearchText] = useState('');
  const leadKinds = useMemo(
    () => [...packages, { id: 'none', name: 'No package named' }],
    [packages],
  );
  const { form, formRef, stored, changedFields, saving, submit, discard, showRestored } =
    useSettingsForm({ settings, leadKinds, onSaved, onRejected: () => setSearchText('') });
  const { unsavedDialog } = useUnsavedDialog(changedFields.length > 0, discard);
  const formId = useId();

  const { matches, isFound, foundSections } = createSearch(searchText, form.labels);
  const errorNames = Object.keys(form.hook.formState.errors);
  const links = [
    ...listLinks(errorNames).filter(({ id }) => foundSections.has(id)),
    ...moreSections
      .filter(({ title }) => matches(title))
      .map((section) => ({ ...section, errors: 0 })),
  ];

  return (
    <SettingsProvider value={{ form, stored, changedFields, leadKinds, hoursHref, isFound }}>
      <div className={styles.search}>
        <SearchField label="Find a setting" value={searchText} onChange={setSearchText} />
      </div>
      <div className={styles.layout}>
        <SettingsNavigation sections={links} />
        <div>
          <form
            id={formId}
            ref={formRef}
            className={styles.form}
            tabIndex={-1}
            aria-label="Settings"
            onSubmit={submit}
            noValidate
          >
            {sectionContents.map(({ Fields, ...section }) => (
              <SettingsSection
                key={section.id}
                {...section}
                isHidden={!foundSections.has(section.id)}
                change={<SectionHistory {...section} onRestored={showRestored} />}
              >
                <Fields />
              </SettingsSection>
            ))}
          </form>
          {moreSections.map(({ id, title, content }) => (
            <div key={id} hidden={!matches(title)}>
              {content}
            </div>
          ))}
          {links.length === 0 && (
            <p className={styles.noResults}>No setting matches. Try another word.</p>
          )}
        </div>
      </div>
      {changedFields.length > 0 && (
        <UnsavedBar
          labels={changedFields.map((name) => form.labels[name] ?? name)}
          errorCount={errorNames.length}
          busy={saving.busy}
          formId={formId}
          onDiscard={discard}
        />
      )}
      {saving.conflict && (
        <ConflictDialog
          subject="these settings"
          labels={form.labels}
          differences={saving.conflict.differences}
          onSave={saving.settle}
          onClose={saving.dismissConflict}
        />
      )}
      {unsavedDialog}
    </SettingsProvider>
  );
}
