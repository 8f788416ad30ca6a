import { describe, expect, test } from 'vitest';
import { formatZone } from '../../../lib/time/time-zone';
import { findZones, formatZoneOption, getZoneNote } from './find-zones';

const find = (query: string) => findZones(query, 'America/Chicago').map(formatZone);

describe('findZones', () => {
  test.each([
    ['chic', 'Central Time – Chicago'],
    ['texas', 'Central Time – Chicago'],
    ['TX', 'Central Time – Chicago'],
    ['pst', 'Pacific Time – Los Angeles'],
    ['new york', 'Eastern Time – New York'],
    ['calcutta', 'Kolkata'],
    ['kiev', 'Kyiv'],
    ['germany', 'Berlin'],
    ['são paulo', 'Sao Paulo'],
  ])('finds a zone by “%s”', (query, name) => {
    expect(find(query)).toContain(name);
  });

  test('lists zones first whose own name matches', () => {
    expect(find('den')[0]).toBe('Mountain Time – Denver');
    expect(find('washington')).toEqual(
      expect.arrayContaining(['Eastern Time – New York', 'Pacific Time – Los Angeles']),
    );
  });

  test('finds nothing for unknown or empty words', () => {
    expect(find('atlantis')).toEqual([]);
    expect(find('  ')).toEqual([]);
  });
});

describe('zones in the list', () => {
  test('have an American name, and never an old one', () => {
    expect(formatZoneOption('America/Chicago')).toBe('Central Time – Chicago');
    expect(formatZoneOption('Asia/Calcutta')).toBe('India Time – Kolkata');
  });

  test('say that they were found by an old name, or have no daylight saving', () => {
    expect(getZoneNote('Asia/Calcutta', 'calc')).toBe('Also found by its old name');
    expect(getZoneNote('Asia/Calcutta', 'kol')).toBeUndefined();
    expect(getZoneNote('America/Phoenix', '')).toBe('No daylight saving');
  });
});
