import { describe, expect, test } from 'vitest';
import {
  emptyShortlist,
  markShortlistSent,
  maxShortlistEntries,
  parseShortlist,
  serializeShortlist,
} from './shortlist';
import { createShortlistStore, shortlistStorageKey } from './shortlist-store';

const marisol = { id: 'm', name: 'Marisol Vega', title: 'Front desk lead' };
const devon = { id: 'd', name: 'Devon Achebe', title: 'Customer support' };

/**
 * Creates a browser storage and tabs that share it. Tests dispatch events between tabs themselves.
 */
function createBrowser() {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
  };
  return {
    openTab: () => createShortlistStore(() => storage),
    text: () => stored.get(shortlistStorageKey) ?? null,
    save: (text: string) => stored.set(shortlistStorageKey, text),
  };
}

const listNames = (store: ReturnType<typeof createShortlistStore>) =>
  store.read().people.map(({ name }) => name);

describe('a kept shortlist', () => {
  test('is read back the same', () => {
    const shortlist = { people: [marisol, devon], sent: true };
    expect(parseShortlist(serializeShortlist(shortlist))).toEqual(shortlist);
  });

  test.each([
    null,
    '',
    '{',
    'null',
    '[]',
    '{"version":2,"people":[]}',
    '{"version":1,"people":{}}',
  ])('%j is an empty one', (text) => {
    expect(parseShortlist(text)).toEqual(emptyShortlist);
  });

  test('loses what is not a person, repetitions, and what is above the limit', () => {
    const read = (people: unknown[]) =>
      parseShortlist(JSON.stringify({ version: 1, people })).people;
    expect(read([marisol, null, 1, { id: 'x' }, { ...devon, name: '' }, marisol])).toEqual([
      marisol,
    ]);
    expect(read([{ ...marisol, title: 'x'.repeat(201) }])).toEqual([]);
    expect(read(Array.from({ length: 60 }, (_, id) => ({ ...marisol, id: `${id}` })))).toHaveLength(
      maxShortlistEntries,
    );
  });
});

describe('the shortlist of a browser', () => {
  test('keeps people in the order of marking, once each, without what else was passed', () => {
    const { openTab, text } = createBrowser();
    const store = openTab();
    store.add({ ...marisol, ...{ bio: 'Long.' } });
    store.add(devon);
    store.add(marisol);
    expect(listNames(store)).toEqual(['Marisol Vega', 'Devon Achebe']);
    expect(text()).not.toContain('bio');
    expect(listNames(openTab())).toEqual(['Marisol Vega', 'Devon Achebe']);
    store.remove('m');
    expect(listNames(store)).toEqual(['Devon Achebe']);
  });

  test('takes nobody more when it is full', () => {
    const store = createBrowser().openTab();
    for (let id = 0; id < maxShortlistEntries; id += 1) store.add({ ...marisol, id: `${id}` });
    expect(store.add(devon)).toBe(false);
    expect(listNames(store)).toHaveLength(maxShortlistEntries);
  });

  test('loses nothing of another tab that it has not heard of yet', () => {
    const { openTab } = createBrowser();
    const [one, two] = [openTab(), openTab()];
    one.read();
    two.add(marisol);
    one.add(devon);
    expect(listNames(one)).toEqual(['Marisol Vega', 'Devon Achebe']);
  });

  test('follows what another tab has kept', () => {
    const store = createBrowser().openTab();
    let calls = 0;
    store.subscribe(() => {
      calls += 1;
    });
    store.applyStored(serializeShortlist({ people: [devon], sent: false }));
    expect(listNames(store)).toEqual(['Devon Achebe']);
    store.applyStored(null);
    expect(listNames(store)).toEqual([]);
    expect(calls).toBe(2);
  });

  test('lives on in memory when the storage throws', () => {
    const store = createShortlistStore(() => {
      throw new Error('blocked');
    });
    store.add(marisol);
    store.add(devon);
    store.reload();
    expect(listNames(store)).toEqual(['Marisol Vega', 'Devon Achebe']);
  });

  test('gives the same object while nothing changes', () => {
    const store = createBrowser().openTab();
    store.add(marisol);
    expect(store.read()).toBe(store.read());
  });

  test('counts as sent until it changes', () => {
    const store = createBrowser().openTab();
    store.add(marisol);
    store.update((from) => markShortlistSent(from, ['d']));
    expect(store.read().sent).toBe(false);
    store.update((from) => markShortlistSent(from, ['m']));
    expect(store.read().sent).toBe(true);
    store.add(devon);
    expect(store.read().sent).toBe(false);
  });

  test('keeps who came after the question', () => {
    const store = createBrowser().openTab();
    store.add(marisol);
    store.add(devon);
    store.removeMissing(['m'], []);
    expect(listNames(store)).toEqual(['Devon Achebe']);
  });

  test('drops who is gone and takes over new names, once for each answer', () => {
    const { openTab } = createBrowser();
    const store = openTab();
    store.add(marisol);
    store.add(devon);
    const list = [{ ...marisol, name: 'Marisol Vega Ruiz' }];
    const requestedIds = ['m', 'd'];
    store.removeMissing(requestedIds, list);
    expect(listNames(store)).toEqual(['Marisol Vega Ruiz']);
    store.add(devon);
    store.removeMissing(requestedIds, list);
    expect(listNames(store)).toEqual(['Marisol Vega Ruiz', 'Devon Achebe']);
  });
});
