import { Temporal } from 'temporal-polyfill';
import { describe, expect, test, vi } from 'vitest';
import { formatZone, getZoneCity, groupZonesByRegion, isTimeZone } from './time-zone';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

function isInTemporal(name: string): boolean {
  try {
    Temporal.Now.plainDateISO(name);
    return true;
  } catch {
    return false;
  }
}

describe('isTimeZone', () => {
  test('accepts every zone that the runtime lists', () => {
    expect(Intl.supportedValuesOf('timeZone').filter((name) => !isTimeZone(name))).toEqual([]);
  });

  test.each(['UTC', 'EST', 'EST5EDT', 'US/Pacific', 'Asia/Calcutta', 'Etc/GMT+5'])(
    'accepts the IANA name %s',
    (name) => {
      expect(isTimeZone(name)).toBe(true);
    },
  );

  test.each(['', 'PST', 'pst', 'IST', 'ACT', 'AET', 'SystemV/PST8', '+02:00', 'Z', 'Mars/Crater'])(
    'rejects "%s", which is no IANA name',
    (name) => {
      expect(isTimeZone(name)).toBe(false);
    },
  );

  test('accepts an abbreviation only if Temporal can compute with it', () => {
    const names = letters.flatMap((a) => letters.map((b) => `${a}${b}T`));
    expect(names.filter(isTimeZone)).toEqual(names.filter(isInTemporal));
  });

  test('asks the runtime once for each zone, however it is spelled', () => {
    const create = vi.spyOn(Intl, 'DateTimeFormat');
    const names = ['Europe/Vaduz', 'europe/vaduz', 'EUROPE/VADUZ', 'Europe/Vaduz'];
    expect(names.every((name) => isTimeZone(name))).toBe(true);
    expect(create.mock.calls.length).toBeLessThanOrEqual(1);
    create.mockRestore();
  });
});

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
