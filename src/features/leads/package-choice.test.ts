import { describe, expect, test } from 'vitest';
import { packageOptions, payablePackage } from './package-choice';

const light = { id: '1', name: 'Light PM', price: 300 };
const full = { id: '2', name: 'Full PM', price: 1000 };
const custom = { id: '3', name: 'Custom', price: null };
const free = { id: '4', name: 'Trial', price: 0 };

const labels = (...of: Parameters<typeof packageOptions>) =>
  packageOptions(...of).map((option) => option.label);

describe('the packages of the lead form', () => {
  test('have their price beside their name, and end with "Not sure"', () => {
    expect(packageOptions([full])).toEqual([
      { value: 'Full PM', label: 'Full PM ($1,000)' },
      { value: 'Not sure', label: 'Not sure' },
    ]);
  });

  test('leave out one with a hidden price, unless the visitor came from it', () => {
    expect(labels([light, custom])).toEqual(['Light PM ($300)', 'Not sure']);
    expect(labels([light, custom], 'Custom')).toEqual(['Light PM ($300)', 'Custom', 'Not sure']);
  });

  test('are the standard ones while the owner has none', () => {
    expect(labels([])).toEqual(['Light PM ($300)', 'Full PM ($1,000)', 'Not sure']);
  });
});

describe('the chosen package', () => {
  test('can be paid when it has a price', () => {
    expect(payablePackage([light, full], 'Full PM')).toEqual(full);
  });

  test.each([
    ['nothing was chosen', null],
    ['the visitor is not sure', 'Not sure'],
    ['its price is hidden', 'Custom'],
    ['it costs nothing', 'Trial'],
    ['it is not the owner’s', 'Platinum'],
  ])('cannot be paid when %s', (_case, name) => {
    expect(payablePackage([light, full, custom, free], name)).toBeNull();
  });
});
