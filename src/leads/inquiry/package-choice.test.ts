import { describe, expect, test } from 'vitest';
import {
  findPackage,
  findPayablePackage,
  findPreselectedOption,
  listPackageOptions,
  toPackageFields,
} from './package-choice';

const light = { id: '1', name: 'Light PM', price: 300 };
const full = { id: '2', name: 'Full PM', price: 1000 };
const custom = { id: '3', name: 'Custom', price: null };
const free = { id: '4', name: 'Trial', price: 0 };
const sameNamePackage = { id: '5', name: 'Full PM', price: 250 };

const listLabels = (...args: Parameters<typeof listPackageOptions>) =>
  listPackageOptions(...args).map((option) => option.label);

describe('listPackageOptions', () => {
  test('shows the price next to each name and ends with "Not sure"', () => {
    expect(listPackageOptions([full])).toEqual([
      { value: '2', label: 'Full PM ($1,000)' },
      { value: 'Not sure', label: 'Not sure' },
    ]);
  });

  test('omits a package with a hidden price unless it is preselected', () => {
    expect(listLabels([light, custom])).toEqual(['Light PM ($300)', 'Not sure']);
    for (const preselected of ['3', 'Custom']) {
      const shown = listLabels([light, custom], preselected);
      expect(shown).toEqual(['Light PM ($300)', 'Custom', 'Not sure']);
    }
  });

  test('is empty without a package that has a price', () => {
    expect(listLabels([])).toEqual([]);
    expect(listLabels([custom])).toEqual([]);
  });

  test('lists packages with the same name separately, with their own ids and prices', () => {
    expect(listPackageOptions([full, sameNamePackage]).slice(0, 2)).toEqual([
      { value: '2', label: 'Full PM ($1,000)' },
      { value: '5', label: 'Full PM ($250)' },
    ]);
  });
});

describe('findPackage', () => {
  test('finds a package by its id or by a name that only one package has', () => {
    expect(findPackage([light, full], '2')).toBe(full);
    expect(findPackage([light, full], 'Full PM')).toBe(full);
  });

  test.each(['Full PM', 'Platinum', '', null, undefined])(
    'finds nothing for the shared, unknown or missing name %j',
    (choice) => {
      expect(findPackage([light, full, sameNamePackage], choice)).toBeUndefined();
    },
  );
});

describe('findPreselectedOption', () => {
  test.each([
    ['2', '2'],
    ['Light PM', '1'],
    ['3', '3'],
    ['Not sure', 'Not sure'],
    ['Full PM', ''],
    ['deleted', ''],
    [undefined, ''],
  ])('maps the choice %j to the option %j', (choice, option) => {
    expect(findPreselectedOption([light, full, custom, sameNamePackage], choice)).toBe(option);
  });
});

describe('toPackageFields', () => {
  test.each([
    ['5', 'Full PM', '5'],
    ['Light PM', 'Light PM', '1'],
    ['Not sure', 'Not sure', null],
    ['', null, null],
    [undefined, null, null],
  ])('maps the option %j to the package name %j and the id %j', (choice, name, id) => {
    expect(toPackageFields([light, full, sameNamePackage], choice)).toEqual({
      interestedPackage: name,
      interestedPackageId: id,
    });
  });
});

describe('findPayablePackage', () => {
  test('returns the package with the given id when it has a price', () => {
    expect(findPayablePackage([light, full, sameNamePackage], '5')).toEqual(sameNamePackage);
  });

  test.each([
    ['nothing was chosen', null],
    ['the visitor is not sure', 'Not sure'],
    ['its price is hidden', '3'],
    ['it costs nothing', '4'],
    ['it was deleted', '9'],
  ])('returns null when %s', (_case, id) => {
    expect(findPayablePackage([light, full, custom, free], id)).toBeNull();
  });
});
