import { describe, expect, test, vi } from 'vitest';
import { encodePlan } from '../../cover/encode-plan';
import { emptyLeadValues } from '../inquiry/lead-form-options';
import {
  createDraft,
  createDraftStore,
  draftStorageKey,
  draftStore,
  getCurrentPlan,
  parseDraft,
  serializeDraft,
} from './draft-store';

const typedValues = {
  ...emptyLeadValues,
  companyName: 'Halden Skin Studios',
  message: 'From 11:30 to 3',
};
const plan = {
  timeZone: 'America/New_York',
  open: [],
  desks: [
    { name: 'Phone', tools: [], languages: [], hours: [{ day: 1, from: '12:00', to: '14:00' }] },
  ],
};
const editedValues = { ...typedValues, message: 'From 11 to 3' };

let keys = 0;
const createKey = () => {
  keys += 1;
  return `key-number-${keys}`;
};

/** Creates storage shared by any number of tabs, which send each other storage events. */
function createBrowser() {
  const stored = new Map<string, string>();
  const tabs: ReturnType<typeof createDraftStore>[] = [];
  const openTab = () => {
    const notifyOtherTabs = () => {
      for (const other of tabs)
        if (other !== tab) other.receive(stored.get(draftStorageKey) ?? null);
    };
    const tab = createDraftStore({
      createKey,
      storage: () => ({
        getItem: (name) => stored.get(name) ?? null,
        setItem: (name, value) => {
          stored.set(name, value);
          notifyOtherTabs();
        },
        removeItem: (name) => {
          if (stored.delete(name)) notifyOtherTabs();
        },
      }),
    });
    tabs.push(tab);
    return tab;
  };
  return { stored, openTab };
}

describe('lead form draft', () => {
  test('survives a reload together with its idempotency key', () => {
    const { openTab } = createBrowser();
    const before = openTab();
    before.setValues(typedValues);
    const key = before.startAttempt('typed');
    const after = openTab();
    expect(after.values()).toEqual(typedValues);
    expect(after.startAttempt('typed')).toBe(key);
  });

  test('is deleted after the inquiry is sent, and the next one has another key', () => {
    const { openTab, stored } = createBrowser();
    const tab = openTab();
    tab.setValues(typedValues);
    const key = tab.startAttempt('typed');
    tab.markSent(key, typedValues);
    expect(tab.values()).toEqual(emptyLeadValues);
    expect(stored.size).toBe(0);
    expect(tab.startAttempt('typed')).not.toBe(key);
  });

  test('stays in memory until it is sent if the storage throws', () => {
    const tab = createDraftStore({
      createKey,
      storage: () => {
        throw new Error('SecurityError');
      },
    });
    tab.setValues(typedValues);
    const key = tab.startAttempt('typed');
    expect(tab.values()).toEqual(typedValues);
    expect(tab.startAttempt('typed')).toBe(key);
    tab.markSent(key, typedValues);
    expect(tab.values()).toEqual(emptyLeadValues);
  });
});

describe('parseDraft', () => {
  test.each([
    ['a missing draft', null],
    ['invalid JSON', '{'],
    ['another version', JSON.stringify({ version: 2, ...createDraft(createKey) })],
    [
      'a field of the wrong type',
      serializeDraft({ ...createDraft(createKey), values: { ...typedValues, email: 5 } as never }),
    ],
    [
      'a key that is not a valid header value',
      serializeDraft({ ...createDraft(createKey), key: 'line\nbreak' }),
    ],
  ])('returns null for %s', (_case, text) => {
    expect(parseDraft(text)).toBeNull();
  });

  test('restores a serialized draft', () => {
    const draft = { ...createDraft(createKey), values: typedValues, plan };
    expect(parseDraft(serializeDraft(draft))).toEqual(draft);
  });

  test.each<[string, object]>([
    ['that an earlier release stored without a plan', { plan: undefined }],
    ['with a plan that is none', { plan: { desks: 'many' } }],
  ])('restores the texts of a draft %s', (_case, change) => {
    const draft = { ...createDraft(createKey), values: typedValues };
    const stored = JSON.stringify({ version: 1, ...draft, ...change });
    expect(parseDraft(stored)).toEqual({ ...draft, plan: null });
  });
});

test('the plan of the address comes before that of the draft, and without hours there is none', () => {
  const open = (shown: typeof plan) =>
    vi.stubGlobal('location', { pathname: '/cover', search: `?p=${encodePlan(shown)}` });
  draftStore.setPlan({ ...plan, timeZone: 'America/Chicago' });
  open(plan);
  expect(getCurrentPlan()).toMatchObject(plan);
  open({ ...plan, desks: plan.desks.map((desk) => ({ ...desk, hours: [] })) });
  expect(getCurrentPlan()).toBe(null);
  vi.unstubAllGlobals();
});

describe('idempotency key of a lead form draft', () => {
  test('changes once when the inquiry is edited after an unknown outcome', () => {
    const tab = createBrowser().openTab();
    tab.setValues(typedValues);
    const first = tab.startAttempt('typed');
    tab.setValues(editedValues);
    const second = tab.startAttempt('edited');
    expect(second).not.toBe(first);
    expect(tab.startAttempt('edited')).toBe(second);
  });

  test('stays the same when the inquiry is edited after the server rejected it', () => {
    const tab = createBrowser().openTab();
    tab.setValues(typedValues);
    const first = tab.startAttempt('typed');
    tab.markRejected(first);
    tab.setValues(editedValues);
    expect(tab.startAttempt('edited')).toBe(first);
  });

  test('changes when the server reports that it belongs to another inquiry', () => {
    const tab = createBrowser().openTab();
    const first = tab.startAttempt('typed');
    tab.replaceKey(first);
    expect(tab.startAttempt('typed')).not.toBe(first);
  });
});

describe('lead form draft in two tabs', () => {
  test('is shared together with its idempotency key', () => {
    const { openTab } = createBrowser();
    const [one, two] = [openTab(), openTab()];
    expect(two.values()).toEqual(emptyLeadValues);
    one.setValues(typedValues);
    expect(two.values()).toEqual(typedValues);
    expect(one.startAttempt('typed')).toBe(two.startAttempt('typed'));
  });

  test('notifies the other tab of edits and of sending until it unsubscribes', () => {
    const { openTab } = createBrowser();
    const [one, two] = [openTab(), openTab()];
    const changes: string[] = [];
    const unsubscribe = two.subscribe((change) => changes.push(change));
    one.setValues(typedValues);
    one.markSent(one.startAttempt('typed'), typedValues);
    expect(changes).toEqual(['typed', 'typed', 'sent']);
    expect(two.values()).toEqual(emptyLeadValues);
    unsubscribe();
    one.setValues(editedValues);
    expect(changes).toHaveLength(3);
  });

  test('keeps an edit of the other tab when an older version is sent', () => {
    const { openTab } = createBrowser();
    const [one, two] = [openTab(), openTab()];
    one.setValues(typedValues);
    const first = one.startAttempt('typed');
    two.setValues(editedValues);
    two.startAttempt('edited');
    one.markSent(first, typedValues);
    expect(two.values()).toEqual(editedValues);
  });

  test('keeps an edit that the other tab made during sending, as a new inquiry', () => {
    const { openTab, stored } = createBrowser();
    const [one, two] = [openTab(), openTab()];
    one.setValues(typedValues);
    const key = one.startAttempt('typed');
    const changes: string[] = [];
    two.subscribe((change) => changes.push(change));
    two.setValues(editedValues);
    one.markSent(key, typedValues);
    expect(changes).toEqual(['typed']);
    for (const tab of [one, two]) expect(tab.values()).toEqual(editedValues);
    const kept = parseDraft(stored.get(draftStorageKey) ?? null);
    expect(kept).toMatchObject({ values: editedValues, pending: null });
    const next = two.startAttempt('edited');
    expect(next).not.toBe(key);
    expect(one.startAttempt('edited')).toBe(next);
  });
});
