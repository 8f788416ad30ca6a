import { describe, expect, test } from 'vitest';
import { emptyShortlist, parseShortlist, shortlistLimit, shortlistText } from './shortlist';
import { createShortlistStore, shortlistStorageKey } from './shortlist-store';

const marisol = { id: 'm', name: 'Marisol Vega', title: 'Front desk lead' };
const devon = { id: 'd', name: 'Devon Achebe', title: 'Customer support' };

/** A browser's storage, and tabs that share it; events between tabs are the test's to send. */
function browser() {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  };
  return {
    openTab: () => createShortlistStore(() => storage),
    text: () => kept.get(shortlistStorageKey) ?? null,
    keep: (text: string) => kept.set(shortlistStorageKey, text),
  };
}

const names = (store: ReturnType<typeof createShortlistStore>) =>
  store.read().people.map(({ name }) => name);

describe('a kept shortlist', () => {
  test('is read back the same', () => {
    const shortlist = { people: [marisol, devon], sent: true };
    expect(parseShortlist(shortlistText(shortlist))).toEqual(shortlist);
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
      shortlistLimit,
    );
  });
});

describe('the shortlist of a browser', () => {
  test('keeps people in the order of marking, once each, without what else was passed', () => {
    const { openTab, text } = browser();
    const store = openTab();
    store.add({ ...marisol, ...{ bio: 'Long.' } });
    store.add(devon);
    store.add(marisol);
    expect(names(store)).toEqual(['Marisol Vega', 'Devon Achebe']);
    expect(text()).not.toContain('bio');
    expect(names(openTab())).toEqual(['Marisol Vega', 'Devon Achebe']);
    store.remove('m');
    expect(names(store)).toEqual(['Devon Achebe']);
  });

  test('takes nobody more when it is full', () => {
    const store = browser().openTab();
    for (let id = 0; id < shortlistLimit; id += 1) store.add({ ...marisol, id: `${id}` });
    expect(store.add(devon)).toBe(false);
    expect(names(store)).toHaveLength(shortlistLimit);
  });

  test('loses nothing of another tab that it has not heard of yet', () => {
    const { openTab } = browser();
    const [one, two] = [openTab(), openTab()];
    one.read();
    two.add(marisol);
    one.add(devon);
    expect(names(one)).toEqual(['Marisol Vega', 'Devon Achebe']);
  });

  test('follows what another tab has kept', () => {
    const store = browser().openTab();
    let calls = 0;
    store.subscribe(() => {
      calls += 1;
    });
    store.receive(shortlistText({ people: [devon], sent: false }));
    expect(names(store)).toEqual(['Devon Achebe']);
    store.receive(null);
    expect(names(store)).toEqual([]);
    expect(calls).toBe(2);
  });

  test('lives on in memory when the storage throws', () => {
    const store = createShortlistStore(() => {
      throw new Error('blocked');
    });
    store.add(marisol);
    store.add(devon);
    store.reload();
    expect(names(store)).toEqual(['Marisol Vega', 'Devon Achebe']);
  });

  test('gives the same object while nothing changes', () => {
    const store = browser().openTab();
    store.add(marisol);
    expect(store.read()).toBe(store.read());
  });

  test('counts as sent until it changes', () => {
    const store = browser().openTab();
    store.add(marisol);
    store.sent(['d']);
    expect(store.read().sent).toBe(false);
    store.sent(['m']);
    expect(store.read().sent).toBe(true);
    store.add(devon);
    expect(store.read().sent).toBe(false);
  });

  test('keeps who came after the question', () => {
    const store = browser().openTab();
    store.add(marisol);
    store.add(devon);
    store.check(['m'], []);
    expect(names(store)).toEqual(['Devon Achebe']);
  });

  test('drops who is gone and takes over new names, once for each answer', () => {
    const { openTab } = browser();
    const store = openTab();
    store.add(marisol);
    store.add(devon);
    const list = [{ ...marisol, name: 'Marisol Vega Ruiz' }];
    const asked = ['m', 'd'];
    store.check(asked, list);
    expect(names(store)).toEqual(['Marisol Vega Ruiz']);
    store.add(devon);
    store.check(asked, list);
    expect(names(store)).toEqual(['Marisol Vega Ruiz', 'Devon Achebe']);
  });
});
