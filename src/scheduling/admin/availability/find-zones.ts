import { getZoneName } from '../../../lib/time/format-date';
import {
  formatZone,
  getZoneCity,
  groupZonesByRegion,
  presentNames,
} from '../../../lib/time/time-zone';
import { toComparable } from '../../../lib/to-comparable';

/** Abbreviations, states, countries and large cities by the city of their zone. */
const keywords: Record<string, string> = {
  'New York':
    'EST EDT ET Connecticut CT Delaware DE Florida FL Georgia GA Maine ME Maryland MD Massachusetts MA New Hampshire NH New Jersey NJ NY North Carolina NC Ohio OH Pennsylvania PA Rhode Island RI South Carolina SC Vermont VT Virginia VA West Virginia WV Washington DC Boston Atlanta Miami Orlando Tampa Philadelphia Charlotte Cleveland',
  Detroit: 'EST EDT ET Michigan MI',
  Indianapolis: 'EST EDT ET Indiana IN',
  Louisville: 'EST EDT ET Kentucky KY',
  Chicago:
    'CST CDT CT Alabama AL Arkansas AR Illinois IL Iowa IA Kansas KS Louisiana LA Minnesota MN Minneapolis Mississippi MS Missouri MO Nebraska NE North Dakota ND Oklahoma OK South Dakota SD Tennessee TN Texas TX Wisconsin WI Austin Dallas Houston Nashville San Antonio New Orleans Milwaukee St. Louis',
  Denver: 'MST MDT MT Colorado CO Montana New Mexico NM Utah UT Wyoming WY Salt Lake City',
  Boise: 'MST MDT MT Idaho ID',
  Phoenix: 'MST MT Arizona AZ Tucson no daylight saving',
  'Los Angeles':
    'PST PDT PT California CA Nevada NV Oregon OR Washington WA San Francisco San Diego Las Vegas Portland Seattle',
  Anchorage: 'AKST AKDT Alaska AK',
  Honolulu: 'HST Hawaii HI no daylight saving',
  London: 'GMT BST United Kingdom UK England',
  Dublin: 'GMT IST Ireland',
  Lisbon: 'WET WEST Portugal',
  Berlin: 'CET CEST Germany',
  Paris: 'CET CEST France',
  Madrid: 'CET CEST Spain',
  Rome: 'CET CEST Italy',
  Amsterdam: 'CET CEST Netherlands',
  Athens: 'EET EEST Greece',
  Kyiv: 'EET EEST Ukraine',
  Moscow: 'MSK Russia',
  Dubai: 'GST United Arab Emirates',
  Kolkata: 'IST India Mumbai Delhi Bangalore',
  Singapore: 'SGT',
  Shanghai: 'CST China Beijing',
  Manila: 'PHT Philippines',
  Tokyo: 'JST Japan',
  Seoul: 'KST Korea',
  Sydney: 'AEST AEDT Australia',
  Auckland: 'NZST NZDT New Zealand',
  'Mexico City': 'CST Mexico',
  Tijuana: 'PST PDT Mexico',
  Bogota: 'COT Colombia',
  Lima: 'PET Peru',
  'Costa Rica': 'CST San Jose',
  Guatemala: 'CST',
  'El Salvador': 'CST San Salvador',
  'Sao Paulo': 'BRT Brazil',
  'Buenos Aires': 'ART Argentina',
  Santiago: 'CLT CLST Chile',
  Toronto: 'EST EDT ET Canada Ontario',
  Vancouver: 'PST PDT PT Canada British Columbia',
};

/** Maximum number of zones found. */
const maxFound = 30;

const split = (text: string): string[] =>
  toComparable(text)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

/** Lists the earlier names of a city. */
const listOldNames = (city: string): string[] =>
  Object.keys(presentNames).filter((old) => presentNames[old] === city);

function listWords(zone: string): string[] {
  const city = getZoneCity(zone);
  const texts = [formatZone(zone), zone, keywords[city] ?? '', ...listOldNames(city)];
  return split(texts.join(' '));
}

/**
 * Finds the time zones whose city, state, country, abbreviation or earlier name contains words that
 * start with those of the query. Those whose own name matches come first.
 * @param current included in any case in what is searched
 */
export function findZones(query: string, current: string): string[] {
  const wanted = split(query);
  if (wanted.length === 0) return [];
  const zones = groupZonesByRegion(current).flatMap(([, list]) => list);
  const matches = (words: readonly string[]) =>
    wanted.every((start) => words.some((word) => word.startsWith(start)));
  const found = zones.filter((zone) => matches(listWords(zone)));
  const isNamed = (zone: string) => matches(split(formatZone(zone)));
  return [...found.filter(isNamed), ...found.filter((zone) => !isNamed(zone))].slice(0, maxFound);
}

/** Returns the note shown next to a zone: found by its old name, or no daylight saving. */
export function getZoneNote(zone: string, query: string): string | undefined {
  const [first = ''] = split(query);
  const oldWords = listOldNames(getZoneCity(zone)).flatMap(split);
  const isOldName = first !== '' && oldWords.some((word) => word.startsWith(first));
  if (isOldName && !split(formatZone(zone)).some((word) => word.startsWith(first))) {
    return 'Also found by its old name';
  }
  return /Phoenix|Honolulu/.test(zone) ? 'No daylight saving' : undefined;
}

/** Formats a zone for a list of all regions: "Central Time – Chicago", "India Time – Kolkata". */
export function formatZoneOption(zone: string): string {
  const name = formatZone(zone);
  if (name.includes('–')) return name;
  return `${getZoneName(zone).replace(' Standard Time', ' Time')} – ${name}`;
}
