import { describe, expect, it } from 'vitest';
import { listPackageOptions } from './proposal-values';

const packages = [
  { id: 'full', name: 'Full PM', price: 1_200 },
  { id: 'light', name: 'Light PM', price: 300 },
  { id: 'custom', name: 'Custom', price: null },
];
const stored = { id: 'full', name: 'Full PM', amount: 100_000 };

const listLabels = (...options: Parameters<typeof listPackageOptions>) =>
  listPackageOptions(...options).map(({ label }) => label);

describe('listPackageOptions', () => {
  it('offers a draft its stored price and that of now', () => {
    expect(listPackageOptions(packages, { state: 'draft', package: stored })).toEqual([
      { value: '', label: 'No package' },
      { value: 'full 100000', label: 'Full PM, $1,000' },
      { value: 'full 120000', label: 'Full PM, $1,200' },
      { value: 'light 30000', label: 'Light PM, $300' },
    ]);
  });

  it('offers a proposal that was sent only its own price', () => {
    expect(listLabels(packages, { state: 'sent', package: stored })).toEqual([
      'No package',
      'Full PM, $1,000',
      'Light PM, $300',
    ]);
  });

  it('keeps a package that is no longer on the site', () => {
    expect(listLabels([], { state: 'draft', package: stored })).toEqual([
      'No package',
      'Full PM, $1,000',
    ]);
  });

  it('offers each package once when no price has changed', () => {
    expect(listLabels(packages, undefined)).toEqual([
      'No package',
      'Full PM, $1,200',
      'Light PM, $300',
    ]);
    const same = { ...stored, amount: 120_000 };
    expect(listLabels(packages, { state: 'draft', package: same })).toHaveLength(3);
  });
});
