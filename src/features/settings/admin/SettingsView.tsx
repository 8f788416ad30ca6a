import type { SettingsForOwner } from '../../../foundation/settings/contract';
import { LoadFailure } from '../../../ui/LoadFailure';
import { usePackageNames, useSettings } from './queries';
import { type OwnSection, SettingsForm } from './SettingsForm';

interface Props {
  /** The page with the availability for calls. */
  hoursHref: string;
  onSaved: () => void;
  /** Returns the sections with forms of their own. */
  getMoreSections: (settings: SettingsForOwner) => OwnSection[];
}

/** Loads the settings, then shows their form. */
export function SettingsView({ hoursHref, onSaved, getMoreSections }: Props) {
  const settings = useSettings();
  const packages = usePackageNames();
  const failed = [settings, packages].find(({ data, isError }) => !data && isError);
  if (failed) {
    return <LoadFailure name="The settings" Heading="h2" query={failed} />;
  }
  if (!settings.data || !packages.data) return <p role="status">Loading the settings...</p>;
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
