import { describe, expect, test } from 'vitest';
import { draftText, newDraft, parseDraft } from './draft';
import { createDraftStore, draftStorageKey } from './draft-store';
import { emptyLeadValues } from './lead-options';

const typed = {
  ...emptyLeadValues,
  companyName: 'Halden Skin Studios',
  message: 'From 11:30 to 3',
};
const edited = { ...typed, message: 'From 11 to 3' };

let keys = 0;
const newKey = () => {
  keys += 1;
  return `key-number-${keys}`;
};

/** A browser with as many tabs as are opened; each tells the others what it has kept. */
function browser() {
  const kept = new Map<string, string>();
  const tabs: ReturnType<typeof createDraftStore>[] = [];
  const openTab = () => {
    const tell = () => {
      for (const other of tabs) if (other !== tab) other.receive(kept.get(draftStorageKey) ?? null);
    };
    const tab = createDraftStore({
      newKey,
      storage: () => ({
        getItem: (name) => kept.get(name) ?? null,
        setItem: (name, value) => {
          kept.set(name, value);
          tell();
        },
        removeItem: (name) => {
          if (kept.delete(name)) tell();
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
    const { openTab } = browser();
    const before = openTab();
    before.type(typed);
    const key = before.attempt('typed');
    const after = openTab();
    expect(after.values()).toEqual(typed);
    expect(after.attempt('typed')).toBe(key);
  });

  test('is gone after success', () => {
    const { openTab, kept } = browser();
    const tab = openTab();
    tab.type(typed);
    tab.sent(tab.attempt('typed'));
    expect(tab.values()).toEqual(emptyLeadValues);
    expect(kept.size).toBe(0);
  });

  test('lives on in memory where the storage throws', () => {
    const tab = createDraftStore({
      newKey,
      storage: () => {
        throw new Error('SecurityError');
      },
    });
    tab.type(typed);
    const key = tab.attempt('typed');
    expect(tab.values()).toEqual(typed);
    expect(tab.attempt('typed')).toBe(key);
    tab.sent(key);
    expect(tab.values()).toEqual(emptyLeadValues);
  });

  test.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['another version', JSON.stringify({ version: 2, ...newDraft(newKey) })],
    [
      'a field of another kind',
      draftText({ ...newDraft(newKey), values: { ...typed, email: 5 } as never }),
    ],
    ['a key that no header can carry', draftText({ ...newDraft(newKey), key: 'line\nbreak' })],
  ])('is not read from %s', (_case, text) => {
    expect(parseDraft(text)).toBeNull();
  });

  test('is read as it was kept', () => {
    const draft = { ...newDraft(newKey), values: typed };
    expect(parseDraft(draftText(draft))).toEqual(draft);
  });
});

describe('the key of a draft', () => {
  test('stays for a retry of the same enquiry after an unclear failure', () => {
    const tab = browser().openTab();
    tab.type(typed);
    expect(tab.attempt('typed')).toBe(tab.attempt('typed'));
  });

  test('is renewed when the enquiry is edited after an unclear failure', () => {
    const tab = browser().openTab();
    tab.type(typed);
    const first = tab.attempt('typed');
    tab.type(edited);
    const second = tab.attempt('edited');
    expect(second).not.toBe(first);
    expect(tab.attempt('edited')).toBe(second);
  });

  test('stays when the server clearly refused, however the enquiry is edited', () => {
    const tab = browser().openTab();
    tab.type(typed);
    const first = tab.attempt('typed');
    tab.refused(first);
    tab.type(edited);
    expect(tab.attempt('edited')).toBe(first);
  });

  test('is renewed after success', () => {
    const tab = browser().openTab();
    const first = tab.attempt('typed');
    tab.sent(first);
    expect(tab.attempt('typed')).not.toBe(first);
  });

  test('is renewed when the server knows it for another enquiry', () => {
    const tab = browser().openTab();
    const first = tab.attempt('typed');
    tab.keyTaken(first);
    expect(tab.attempt('typed')).not.toBe(first);
  });
});

describe('two tabs', () => {
  test('share the draft and its key', () => {
    const { openTab } = browser();
    const [one, two] = [openTab(), openTab()];
    expect(two.values()).toEqual(emptyLeadValues);
    one.type(typed);
    expect(two.values()).toEqual(typed);
    expect(one.attempt('typed')).toBe(two.attempt('typed'));
  });

  test('hear of each other: what was typed, and that it was sent', () => {
    const { openTab } = browser();
    const [one, two] = [openTab(), openTab()];
    const heard: string[] = [];
    const stop = two.subscribe((change) => heard.push(change));
    one.type(typed);
    one.sent(one.attempt('typed'));
    expect(heard).toEqual(['typed', 'typed', 'sent']);
    expect(two.values()).toEqual(emptyLeadValues);
    stop();
    one.type(edited);
    expect(heard).toHaveLength(3);
  });

  test('do not end each other’s newer enquiry', () => {
    const { openTab } = browser();
    const [one, two] = [openTab(), openTab()];
    one.type(typed);
    const first = one.attempt('typed');
    two.type(edited);
    two.attempt('edited');
    one.sent(first);
    expect(two.values()).toEqual(edited);
  });
});
