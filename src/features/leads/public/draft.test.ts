import { describe, expect, test } from 'vitest';
import { emptyLeadValues } from '../lead-form-options';
import { createDraft, parseDraft, serializeDraft } from './draft';
import { createDraftStore, draftStorageKey } from './draft-store';

const typedValues = {
  ...emptyLeadValues,
  companyName: 'Halden Skin Studios',
  message: 'From 11:30 to 3',
};
const editedValues = { ...typedValues, message: 'From 11 to 3' };

let keys = 0;
const createKey = () => {
  keys += 1;
  return `key-number-${keys}`;
};

/** Creates a fake browser with any number of tabs that send each other storage events. */
function createBrowser() {
  const kept = new Map<string, string>();
  const tabs: ReturnType<typeof createDraftStore>[] = [];
  const openTab = () => {
    const notifyOtherTabs = () => {
      for (const other of tabs) if (other !== tab) other.receive(kept.get(draftStorageKey) ?? null);
    };
    const tab = createDraftStore({
      createKey,
      storage: () => ({
        getItem: (name) => kept.get(name) ?? null,
        setItem: (name, value) => {
          kept.set(name, value);
          notifyOtherTabs();
        },
        removeItem: (name) => {
          if (kept.delete(name)) notifyOtherTabs();
        },
      }),
    });
    tabs.push(tab);
    return tab;
  };
  return { kept, openTab };
}

describe('a draft', () => {
  test('survives a reload with its key', () => {
    const { openTab } = createBrowser();
    const before = openTab();
    before.setValues(typedValues);
    const key = before.startAttempt('typed');
    const after = openTab();
    expect(after.values()).toEqual(typedValues);
    expect(after.startAttempt('typed')).toBe(key);
  });

  test('is gone after success', () => {
    const { openTab, kept } = createBrowser();
    const tab = openTab();
    tab.setValues(typedValues);
    tab.markSent(tab.startAttempt('typed'));
    expect(tab.values()).toEqual(emptyLeadValues);
    expect(kept.size).toBe(0);
  });

  test('lives on in memory where the storage throws', () => {
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
    tab.markSent(key);
    expect(tab.values()).toEqual(emptyLeadValues);
  });

  test.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['another version', JSON.stringify({ version: 2, ...createDraft(createKey) })],
    [
      'a field of another kind',
      serializeDraft({ ...createDraft(createKey), values: { ...typedValues, email: 5 } as never }),
    ],
    [
      'a key that no header can carry',
      serializeDraft({ ...createDraft(createKey), key: 'line\nbreak' }),
    ],
  ])('is not read from %s', (_case, text) => {
    expect(parseDraft(text)).toBeNull();
  });

  test('is read as it was kept', () => {
    const draft = { ...createDraft(createKey), values: typedValues };
    expect(parseDraft(serializeDraft(draft))).toEqual(draft);
  });
});

describe('the key of a draft', () => {
  test('stays for a retry of the same enquiry after an unclear failure', () => {
    const tab = createBrowser().openTab();
    tab.setValues(typedValues);
    expect(tab.startAttempt('typed')).toBe(tab.startAttempt('typed'));
  });

  test('is renewed when the enquiry is edited after an unclear failure', () => {
    const tab = createBrowser().openTab();
    tab.setValues(typedValues);
    const first = tab.startAttempt('typed');
    tab.setValues(editedValues);
    const second = tab.startAttempt('edited');
    expect(second).not.toBe(first);
    expect(tab.startAttempt('edited')).toBe(second);
  });

  test('stays when the server clearly refused, however the enquiry is edited', () => {
    const tab = createBrowser().openTab();
    tab.setValues(typedValues);
    const first = tab.startAttempt('typed');
    tab.markRejected(first);
    tab.setValues(editedValues);
    expect(tab.startAttempt('edited')).toBe(first);
  });

  test('is renewed after success', () => {
    const tab = createBrowser().openTab();
    const first = tab.startAttempt('typed');
    tab.markSent(first);
    expect(tab.startAttempt('typed')).not.toBe(first);
  });

  test('is renewed when the server knows it for another enquiry', () => {
    const tab = createBrowser().openTab();
    const first = tab.startAttempt('typed');
    tab.replaceKey(first);
    expect(tab.startAttempt('typed')).not.toBe(first);
  });
});

describe('two tabs', () => {
  test('share the draft and its key', () => {
    const { openTab } = createBrowser();
    const [one, two] = [openTab(), openTab()];
    expect(two.values()).toEqual(emptyLeadValues);
    one.setValues(typedValues);
    expect(two.values()).toEqual(typedValues);
    expect(one.startAttempt('typed')).toBe(two.startAttempt('typed'));
  });

  test('hear of each other: what was typed, and that it was sent', () => {
    const { openTab } = createBrowser();
    const [one, two] = [openTab(), openTab()];
    const changes: string[] = [];
    const unsubscribe = two.subscribe((change) => changes.push(change));
    one.setValues(typedValues);
    one.markSent(one.startAttempt('typed'));
    expect(changes).toEqual(['typed', 'typed', 'sent']);
    expect(two.values()).toEqual(emptyLeadValues);
    unsubscribe();
    one.setValues(editedValues);
    expect(changes).toHaveLength(3);
  });

  test('do not end each other’s newer enquiry', () => {
    const { openTab } = createBrowser();
    const [one, two] = [openTab(), openTab()];
    one.setValues(typedValues);
    const first = one.startAttempt('typed');
    two.setValues(editedValues);
    two.startAttempt('edited');
    one.markSent(first);
    expect(two.values()).toEqual(editedValues);
  });
});
