import { describe, expect, test } from 'vitest';
import { arrangePackages } from './package-layout';

/** Arranges `count` packages. Those at the indexes in `popular` are popular. */
const arrange = (count: number, ...popular: number[]) =>
  arrangePackages(Array.from({ length: count }, (_, index) => popular.includes(index)));

describe('arrangePackages', () => {
  test('gives all packages the same size when none or several are popular', () => {
    expect(arrange(3)).toEqual({ places: ['pair', 'pair', 'pair'], beside: 0 });
    expect(arrange(4, 0, 2).places).toEqual(['pair', 'pair', 'pair', 'pair']);
  });

  test('puts nothing beside a single package, popular or not', () => {
    expect(arrange(1)).toEqual({ places: ['pair'], beside: 0 });
    expect(arrange(1, 0)).toEqual({ places: ['pair'], beside: 0 });
  });

  test('makes the popular package large, at any position, with up to three others beside it', () => {
    expect(arrange(3, 1)).toEqual({ places: ['side', 'main', 'side'], beside: 2 });
    expect(arrange(4, 3)).toEqual({ places: ['side', 'side', 'side', 'main'], beside: 3 });
  });

  test('arranges the remaining packages in pairs, with none left over', () => {
    for (let count = 5; count <= 12; count += 1) {
      const { places, beside } = arrange(count, 1);
      const pairs = places.filter((place) => place === 'pair').length;
      expect(pairs % 2, `${count} packages`).toBe(0);
      expect(beside + pairs + 1).toBe(count);
      expect(beside).toBeGreaterThan(1);
    }
  });
});
