import { useState } from 'react';
import { isSessionExpired } from '../../../foundation/auth/admin/queries';
import { useSessionRecovery } from '../../../foundation/auth/admin/SessionProvider';
import type { SettingsForOwner } from '../../../foundation/environment/contract';
import { getFieldErrors, getServerMessage, hasStatus } from '../../../lib/http-client';
import { useToast } from '../../../ui/toast';
import {
  type ConflictChoice,
  type FieldDifference,
  findDifferences,
  mergeChanges,
} from '../../kit/form/item-conflict';
import type { ItemValues } from '../../kit/form/item-values';
import { fetchSettings, useUpdateSettings } from './queries';
import { omitSecrets, validateChanges } from './setting-values';

/** Someone else saved settings while the form was open. */
interface Conflict {
  mine: ItemValues;
  /** The form values that mine are based on. */
  from: ItemValues;
  theirs: SettingsForOwner;
  differences: FieldDifference[];
}

interface Options {
  isChanged: boolean;
  toValues: (settings: SettingsForOwner) => ItemValues;
  getValues: () => ItemValues;
  /** Continues from other stored settings, with the given form values. */
  onContinue: (stored: SettingsForOwner, values: ItemValues) => void;
  onSaved: () => void;
  /** Called with the fields that the server rejected. */
  onFieldErrors: (fieldErrors: [name: string, message: string][]) => void;
}

/** Merges two versions of the form. All values of both are form values. */
export const mergeValues = (
  base: ItemValues,
  mine: ItemValues,
  theirs: ItemValues,
  choices?: Record<string, ConflictChoice>,
) => mergeChanges(base, mine, theirs, choices) as ItemValues;

/**
 * Saves the changed settings, with the version that the changes are based on. Never overwrites
 * another person's changes without asking.
 */
export function useSettingsSave(options: Options) {
  const { isChanged, toValues, getValues, onContinue, onSaved, onFieldErrors } = options;
  const update = useUpdateSettings();
  const retryAfterSignIn = useSessionRecovery(isChanged);
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<Conflict | null>(null);

  function showFailure(error: unknown) {
    if (isSessionExpired(error)) return;
    const fields = Object.entries(getFieldErrors(error));
    const shown = fields.filter(([name]) => name in getValues());
    if (shown.length > 0) {
      onFieldErrors(shown);
      return;
    }
    const description =
      fields[0]?.[1] ?? getServerMessage(error, 'Something went wrong. Please try again.');
    toast({ title: 'Not saved', description, tone: 'bad' });
  }

  async function send(mine: ItemValues, from: SettingsForOwner): Promise<void> {
    const { success, data } = validateChanges(toValues(from), mine);
    if (!success) return;
    try {
      const saved = await retryAfterSignIn(() =>
        update.mutateAsync({ patch: data, version: from.version }),
      );
      // Keep what was typed while the request was in flight. It is not saved yet.
      onContinue(saved, mergeValues(mine, getValues(), toValues(saved)));
      toast({ title: 'Settings saved' });
      onSaved();
    } catch (error) {
      if (!hasStatus(error, 412)) throw error;
      await resolveConflict(mine, toValues(from));
    }
  }

  /** Asks whose changes to keep. Saves at once if the others left the settings as they were. */
  async function resolveConflict(mine: ItemValues, from: ItemValues): Promise<void> {
    const theirs = await fetchSettings();
    const differences = findDifferences(
      omitSecrets(from),
      omitSecrets(mine),
      omitSecrets(toValues(theirs)),
    );
    const found = { mine, from, theirs, differences };
    if (differences.length > 0) setConflict(found);
    else await sendMerged(found);
  }

  async function sendMerged(
    { mine, from, theirs }: Conflict,
    choices?: Record<string, ConflictChoice>,
  ): Promise<void> {
    const merged = mergeValues(from, mine, toValues(theirs), choices);
    onContinue(theirs, merged);
    await send(merged, theirs);
  }

  async function run(save: () => Promise<void>): Promise<void> {
    setBusy(true);
    setConflict(null);
    await save().catch(showFailure);
    setBusy(false);
  }

  return {
    busy,
    conflict,
    save: (mine: ItemValues, from: SettingsForOwner) => run(() => send(mine, from)),
    settle: (choices: Record<string, ConflictChoice>) => {
      if (conflict) void run(() => sendMerged(conflict, choices));
    },
    dismissConflict: () => setConflict(null),
  };
}
