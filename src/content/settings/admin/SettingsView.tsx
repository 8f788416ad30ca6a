import { type ReactNode, useId, useMemo, useState } from 'react';
import type { SettingsForOwner } from '../../../foundation/environment/contract';
import { settingSections } from '../../../foundation/environment/settings-table';
import { formatCount } from '../../../lib/format-number';
import { listKeys } from '../../../lib/list';
import { Button } from '../../../ui/Button';
import { SearchField } from '../../../ui/form/SearchField';
import { QueryState } from '../../../ui/QueryState';
import * as layoutStyles from '../../../ui/styles/layout.module.css';
import { usePackageNames, useSettings } from './queries';
import { SectionHistory } from './SectionHistory';
import { SettingsProvider } from './SettingsContext';
import { SettingsNavigation } from './SettingsNavigation';
import { SettingsSection } from './SettingsSection';
import * as styles from './SettingsView.module.css';
import { SectionFields } from './sections';
import { findSection, type LeadKind } from './setting-values';
import { useSettingsForm } from './use-settings-form';

interface UnsavedBarProps {
  /** Labels of the changed fields. */
  labels: readonly string[];
  errorCount: number;
  busy: boolean;
  formId: string;
  onDiscard: () => void;
}

/** Maximum number of listed labels. */
const maxLabels = 4;

function describe(labels: readonly string[], errorCount: number): string {
  const hidden = labels.length - maxLabels;
  const names = labels.slice(0, maxLabels).join(', ') + (hidden > 0 ? ` and ${hidden} more` : '');
  if (errorCount === 0) return `${names}.`;
  return `${names}. ${errorCount === 1 ? 'One needs' : `${errorCount} need`} your attention before saving.`;
}

/** Bar at the foot of the page: the unsaved changes, and the buttons to discard or save them. */
function UnsavedBar({ labels, errorCount, busy, formId, onDiscard }: UnsavedBarProps) {
  return (
    <section className={styles.unsaved} aria-label="Unsaved changes">
      <div className={`${layoutStyles.container} ${styles.unsavedContent}`}>
        <p role="status">
          <b>{`${formatCount(labels.length, 'change')} not saved`}</b>
          <small>{describe(labels, errorCount)}</small>
        </p>
        <Button variant="quiet" onClick={onDiscard} disabled={busy}>
          Discard
        </Button>
        <Button type="submit" form={formId} busy={busy}>
          {busy ? 'Saving...' : 'Save changes'}
        </Button>
      </div>
    </section>
  );
}

/** A section with a form of its own. */
interface OwnSection {
  id: string;
  title: string;
  content: ReactNode;
}

interface SettingsFormProps {
  settings: SettingsForOwner;
  packages: readonly LeadKind[];
  hoursHref: string;
  onSaved: () => void;
  /** Shown after the others. */
  moreSections: readonly OwnSection[];
}

const sections = listKeys(settingSections).map((id) => {
  const { title, text } = settingSections[id];
  return { id, title, text };
});

/** Finds the fields whose label or section contains a text. */
function createSearch(text: string, labels: Record<string, string>) {
  const query = text.trim().toLowerCase();
  const matches = (label = '') => label.toLowerCase().includes(query);
  const isFound = (field: string) => {
    const section = sections.find(({ id }) => id === findSection(field));
    return matches(labels[field]) || matches(section?.title);
  };
  const foundSections = new Set(Object.keys(labels).filter(isFound).map(findSection));
  return { matches, isFound, foundSections };
}

const listLinks = (errorNames: readonly string[]) =>
  sections.map(({ id, title }) => ({
    id,
    title,
    errors: errorNames.filter((name) => findSection(name) === id).length,
  }));

/** All settings in one form, with their sections listed beside it. */
function SettingsForm({ settings, packages, hoursHref, onSaved, moreSections }: SettingsFormProps) {
  const [searchText, setSearchText] = useState('');
  const leadKinds = useMemo(
    () => [...packages, { id: 'none', name: 'No package named' }],
    [packages],
  );
  const { state, labels, formRef, stored, changedFields, busy, submit, discard, ...settingsForm } =
    useSettingsForm({ settings, leadKinds, onSaved, onRejected: () => setSearchText('') });
  const form = { ...state, labels };
  const formId = useId();

  const { matches, isFound, foundSections } = createSearch(searchText, labels);
  const errorNames = Object.keys(form.errors);
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
            {sections.map((section) => (
              <SettingsSection
                key={section.id}
                {...section}
                isHidden={!foundSections.has(section.id)}
                change={<SectionHistory {...section} onRestored={settingsForm.showRestored} />}
              >
                <SectionFields section={section.id} />
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
          labels={changedFields.map((name) => labels[name] ?? name)}
          errorCount={errorNames.length}
          busy={busy}
          formId={formId}
          onDiscard={discard}
        />
      )}
      {settingsForm.dialogs}
    </SettingsProvider>
  );
}

interface SettingsViewProps {
  /** The page with the availability for calls. */
  hoursHref: string;
  onSaved: () => void;
  /** Returns the sections with forms of their own. */
  getMoreSections: (settings: SettingsForOwner) => OwnSection[];
}

/** Loads the settings, then shows their form. */
export function SettingsView({ hoursHref, onSaved, getMoreSections }: SettingsViewProps) {
  const settings = useSettings();
  const packages = usePackageNames();
  if (!settings.data || !packages.data) {
    const missing = settings.data || packages.isError ? packages : settings;
    return <QueryState<unknown> name="The settings" Heading="h2" query={missing} />;
  }
  return (
    <SettingsForm
      settings={settings.data}
      packages={packages.data}
      hoursHref={hoursHref}
      onSaved={onSaved}
      moreSections={getMoreSections(settings.data)}
    />
  );
}
