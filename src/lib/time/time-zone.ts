/** Present names of cities that the time zone database, or a browser, knows by an old one. */
export const presentNames: Record<string, string> = {
  Asmera: 'Asmara',
  Calcutta: 'Kolkata',
  Coral_Harbour: 'Atikokan',
  Enderbury: 'Kanton',
  Faeroe: 'Faroe',
  Godthab: 'Nuuk',
  Ho_Chi_Minh: 'Ho Chi Minh City',
  Katmandu: 'Kathmandu',
  Kiev: 'Kyiv',
  Ponape: 'Pohnpei',
  Rangoon: 'Yangon',
  Saigon: 'Ho Chi Minh City',
  Truk: 'Chuuk',
};

/** Returns a zone's city by its present name: "New York" for `America/New_York`. */
export function getZoneCity(timeZone: string): string {
  const city = timeZone.split('/').at(-1) ?? timeZone;
  return presentNames[city] ?? city.replaceAll('_', ' ');
}

/** The zones of the United States from east to west, by the names that Americans use. */
const americanZones: Record<string, string> = {
  'America/New_York': 'Eastern',
  'America/Detroit': 'Eastern',
  'America/Chicago': 'Central',
  'America/Denver': 'Mountain',
  'America/Boise': 'Mountain',
  'America/Phoenix': 'Mountain',
  'America/Los_Angeles': 'Pacific',
  'America/Anchorage': 'Alaska',
  'Pacific/Honolulu': 'Hawaii',
};

/** Lists the zones of the United States, from east to west. */
export const listAmericanZones = (): string[] => Object.keys(americanZones);

/** Formats a zone: "Eastern Time – New York", or "Kyiv" outside of the United States. */
export function formatZone(timeZone: string): string {
  const american = americanZones[timeZone];
  const city = getZoneCity(timeZone);
  if (american) return `${american} Time – ${city}`;
  // "Indiana, Knox": there are several cities of that name.
  return [...timeZone.split('/').slice(1, -1), city].join(', ').replaceAll('_', ' ');
}

/**
 * Groups the zones that the runtime supports by region, the United States first.
 * @param current included in any case
 */
export function groupZonesByRegion(current: string): [region: string, zones: string[]][] {
  const regions = new Map([['United States', listAmericanZones()]]);
  const known = new Set([...Intl.supportedValuesOf('timeZone'), current]);
  const byName = [...known].sort((a, b) => (formatZone(a) < formatZone(b) ? -1 : 1));
  for (const zone of byName) {
    if (zone in americanZones) continue;
    const region = zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : 'Other';
    regions.set(region, [...(regions.get(region) ?? []), zone]);
  }
  const [unitedStates, ...others] = regions;
  return [...(unitedStates ? [unitedStates] : []), ...others.sort(([a], [b]) => (a < b ? -1 : 1))];
}

/** Names of ICU's own that `Intl` accepts as well. `Temporal` rejects them. */
const icuName =
  /^(SystemV\/.*|(AC|AE|AG|AR|AS|BE|BS|CA|CN|CS|CT|EA|EC|IE|IS|JS|MI|NE|NS|PL|PN|PR|PS|SS|VS)T)$/i;

/** The zones that were found, in lower case. There are hundreds, in any letter case. */
const foundZones = new Set<string>();

/** Returns whether the runtime knows an IANA time zone, for both `Intl` and `Temporal`. */
export function isTimeZone(name: string): boolean {
  const key = name.toLowerCase();
  // A format takes 50 KB outside of the heap, where V8 does not see it as garbage.
  if (foundZones.has(key)) return true;
  // An offset ("+02:00") is not a zone: it has no daylight-saving time.
  if (!/^[A-Za-z]/.test(name) || icuName.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    foundZones.add(key);
    return true;
  } catch {
    return false;
  }
}
