import { describe, expect, test } from 'vitest';
import { formatZone, getZoneCity, groupZonesByRegion } from './time-zone';

describe('time zones', () => {
  test('list the zones of the United States first, under their American names', () => {
    const [[region, zones] = ['', []]] = groupZonesByRegion('Europe/Berlin');
    expect(region).toBe('United States');
    expect(zones.map(formatZone).slice(0, 3)).toEqual([
      'Eastern Time – New York',
      'Eastern Time – Detroit',
      'Central Time – Chicago',
    ]);
  });

  test('use the current names of cities', () => {
    const old = /Calcutta|Kiev|Saigon|Katmandu|Rangoon|Asmera|Faeroe|Ponape|Truk|Godthab|Enderbury/;
    const labels = groupZonesByRegion('Europe/Kiev').flatMap(([, zones]) => zones.map(formatZone));
    expect(labels).toContain('Kyiv');
    expect(labels.filter((label) => old.test(label))).toEqual([]);
    expect(getZoneCity('Asia/Calcutta')).toBe('Kolkata');
  });

  test('include each supported zone once, and the chosen one even if it is unknown', () => {
    const all = groupZonesByRegion('Mars/Olympus_Mons').flatMap(([, zones]) => zones);
    expect(new Set(all).size).toBe(all.length);
    expect(all).toEqual(expect.arrayContaining(Intl.supportedValuesOf('timeZone')));
    expect(all).toContain('Mars/Olympus_Mons');
  });
});
