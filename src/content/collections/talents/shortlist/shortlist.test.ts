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

/** Creates storage shared by any number of tabs. The tabs do not receive storage events. */
function createBrowser() {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
  };
  return {
    openTab: () => createShortlistStore(() => storage),
    getStoredText: () => stored.get(shortlistStorageKey) ?? null,
  };
}

const listNames = (store: ReturnType<typeof createShortlistStore>) =>
  store.read().people.map(({ name }) => name);

describe('parseShortlist', () => {
  test('restores a serialized shortlist', () => {
    const shortlist = { people: [marisol, devon], sent: true };
    expect(parseShortlist(serializeShortlist(shortlist))).toEqual(shortlist);
  });

  test.each([
    ...[null, '', '{', 'null', '[]'],
    ...['{"version":2,"people":[]}', '{"version":1,"people":{}}'],
  ])('returns an empty shortlist for %j', (text) => {
    expect(parseShortlist(text)).toEqual(emptyShortlist);
  });

  test('drops invalid people, duplicates and people beyond the maximum', () => {
    const parsePeople = (people: unknown[]) =>
      parseShortlist(JSON.stringify({ version: 1, people })).people;
    expect(parsePeople([marisol, null, 1, { id: 'x' }, { ...devon, name: '' }, marisol])).toEqual([
      marisol,
    ]);
    expect(parsePeople([{ ...marisol, title: 'x'.repeat(201) }])).toEqual([]);
    expect(
      parsePeople(Array.from({ length: 60 }, (_, id) => ({ ...marisol, id: `${id}` }))),
    ).toHaveLength(maxShortlistEntries);
  });
});

describe('shortlist store', () => {
  test('stores each person once, in the order added and without extra fields, until removed', () => {
    const { openTab, getStoredText } = createBrowser();
    const store = openTab();
    store.add({ ...marisol, ...{ bio: 'Long.' } });
    store.add(devon);
    store.add(marisol);
    expect(listNames(store)).toEqual(['Marisol Vega', 'Devon Achebe']);
    expect(getStoredText()).not.toContain('bio');
    expect(listNames(openTab())).toEqual(['Marisol Vega', 'Devon Achebe']);
    store.remove('m');
    expect(listNames(store)).toEqual(['Devon Achebe']);
  });

  test('rejects another person when it is full', () => {
    const store = createBrowser().openTab();
    for (let id = 0; id < maxShortlistEntries; id += 1) store.add({ ...marisol, id: `${id}` });
    expect(store.add(devon)).toBe(false);
    expect(listNames(store)).toHaveLength(maxShortlistEntries);
  });

  test('keeps a change that another tab stored without a storage event', () => {
    const { openTab } = createBrowser();
    const [one, two] = [openTab(), openTab()];
    one.read();
    two.add(marisol);
    one.add(devon);
    expect(listNames(one)).toEqual(['Marisol Vega', 'Devon Achebe']);
  });

  test('applies what another tab stored and notifies subscribers', () => {
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

  test('stays in memory when the storage throws', () => {
    const store = createShortlistStore(() => {
      throw new Error('blocked');
    });
    store.add(marisol);
    store.add(devon);
    store.reload();
    expect(listNames(store)).toEqual(['Marisol Vega', 'Devon Achebe']);
  });

  test('returns the same object while nothing changes', () => {
    const store = createBrowser().openTab();
    store.add(marisol);
    expect(store.read()).toBe(store.read());
  });

  test('is marked as sent only when exactly its people were sent, until the next change', () => {
    const store = createBrowser().openTab();
    store.add(marisol);
    store.update((from) => markShortlistSent(from, ['d']));
    expect(store.read().sent).toBe(false);
    store.update((from) => markShortlistSent(from, ['m']));
    expect(store.read().sent).toBe(true);
    store.add(devon);
    expect(store.read().sent).toBe(false);
  });

  test('keeps a person who was added after the talents were requested', () => {
    const store = createBrowser().openTab();
    store.add(marisol);
    store.add(devon);
    store.removeMissing(['m'], []);
    expect(listNames(store)).toEqual(['Devon Achebe']);
  });

  test('removes missing talents and updates names, once per response', () => {
    const { openTab } = createBrowser();
    const store = openTab();
    store.add(marisol);
    store.add(devon);
    const talents = [{ ...marisol, name: 'Marisol Vega Ruiz' }];
    const requestedIds = ['m', 'd'];
    store.removeMissing(requestedIds, talents);
    expect(listNames(store)).toEqual(['Marisol Vega Ruiz']);
    store.add(devon);
    store.removeMissing(requestedIds, talents);
    expect(listNames(store)).toEqual(['Marisol Vega Ruiz', 'Devon Achebe']);
  });
});
