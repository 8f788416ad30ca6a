import type { Talent } from '../content/collections/talents/contract';
import { joinSpans, parseMinutes, type WeekSpan } from '../lib/time/week-hours';
import { listDistinct, normalize } from '../lib/to-comparable';
import type { CoverAnswer, Plan } from './contract';
import { cellMinutes, cellsPerWeek, markCells, minutesPerWeek } from './week';
import { getZoneWeek, markAvailable, type ZoneWeek } from './zone-week';

type RosterTalent = Pick<
  Talent,
  | 'id'
  | 'hours'
  | 'timeZone'
  | 'role'
  | 'industry'
  | 'toolProficiency'
  | 'languages'
  | 'displayOrder'
>;

/** The facts about somebody who is available. */
export interface RosterPerson {
  id: string;
  hours: readonly WeekSpan[];
  timeZone: string;
  role: string;
  industries: readonly string[];
  tools: readonly string[];
  languages: readonly string[];
  /** Their position in the owner's list, ascending. */
  displayOrder: number;
}

/** Returns a talent as matching reads them. @param timeZone the zone of hours without one */
export const toRosterPerson = (talent: RosterTalent, timeZone: string): RosterPerson => ({
  id: talent.id,
  hours: talent.hours,
  timeZone: talent.timeZone ?? timeZone,
  role: talent.role,
  industries: talent.industry,
  tools: talent.toolProficiency,
  languages: talent.languages,
  displayOrder: talent.displayOrder,
});

/** Somebody's hours in the week of a plan. */
interface Availability {
  person: RosterPerson;
  /**
   * The stints, cells in a row in which they are available: of each in turn, the first cell, and the
   * one after the last. In one list, because thousands are read many times.
   */
  stints: readonly number[];
}

/** People who have the same of what a plan asks for, all names normalized. */
export interface Profile {
  roles: ReadonlySet<string>;
  hasIndustry: boolean;
  tools: ReadonlySet<string>;
  languages: ReadonlySet<string>;
  people: Availability[];
}

/** The part of the answer that says what somebody has of what the plan asks for. */
type Matches = Omit<CoverAnswer['people'][number], 'talentId' | 'minutes'>;

/** Somebody who can work some of the plan. */
export interface Candidate extends Availability {
  /** The desks whose conditions they meet, one bit each. */
  desks: number;
  /** Those of them that ask for their role. */
  roleDesks: number;
  minutes: number;
  matches: Matches;
}

/** The names that a desk asks for, normalized. */
export interface Conditions {
  tools: readonly string[];
  languages: readonly string[];
}

/** Returns each desk's conditions. */
export const listConditions = (plan: Plan): Conditions[] =>
  plan.desks.map(({ tools, languages }) => ({
    tools: tools.map(normalize),
    languages: languages.map(normalize),
  }));

/** Returns the desks whose conditions a profile meets, one bit each: all tools, and one language. */
export function findDesks(desks: readonly Conditions[], known: Profile): number {
  let bits = 0;
  for (const [index, { tools, languages }] of desks.entries()) {
    const knowsTools = tools.every((name) => known.tools.has(name));
    const speaks = languages.length === 0 || languages.some((name) => known.languages.has(name));
    if (knowsTools && speaks) bits |= 1 << index;
  }
  return bits;
}

/** Returns for each cell the desks that need somebody, one bit each. */
export function markDesks(plan: Plan): Uint8Array {
  const needed = new Uint8Array(cellsPerWeek);
  for (const [index, { hours }] of plan.desks.entries()) {
    for (const [cell, isNeeded] of markCells(hours).entries()) {
      if (isNeeded) needed[cell] = (needed[cell] ?? 0) | (1 << index);
    }
  }
  return needed;
}

/**
 * Returns a function that counts, before each cell, those in which one of some desks needs somebody:
 * the difference of two of its numbers is the count of a stint.
 * @param needed the desks that need somebody, by cell
 */
export function createCellCounter(needed: Uint8Array): (desks: number) => Uint16Array {
  const known = new Map<number, Uint16Array>();
  return (desks) => {
    let sums = known.get(desks);
    if (!sums) {
      sums = new Uint16Array(cellsPerWeek + 1);
      for (const [cell, bits] of needed.entries()) {
        sums[cell + 1] = (sums[cell] ?? 0) + Number((bits & desks) > 0);
      }
      known.set(desks, sums);
    }
    return sums;
  };
}

/**
 * Converts hours to ranges of minutes of the week, joined over midnight. One that goes on after the
 * end of the week ends in the next.
 */
function toRanges(hours: readonly WeekSpan[]): [from: number, to: number][] {
  const ranges: [number, number][] = [];
  for (const { day, from, to } of joinSpans(hours)) {
    const midnight = (day - 1) * 24 * 60;
    const last = ranges.at(-1);
    const begin = midnight + parseMinutes(from);
    if (last?.[1] === begin) last[1] = midnight + parseMinutes(to);
    else ranges.push([begin, midnight + parseMinutes(to)]);
  }
  const [first, last] = [ranges.at(0), ranges.at(-1)];
  if (first?.[0] === 0 && last?.[1] === minutesPerWeek) last[1] += first[1];
  return ranges;
}

/** The last result of `listStints` for some hours: most of the time of a matching with many people. */
const knownStints = new WeakMap<readonly WeekSpan[], { week: ZoneWeek; stints: number[] }>();

/** Lists when somebody is available. */
function listStints(week: ZoneWeek, hours: readonly WeekSpan[]): readonly number[] {
  const known = knownStints.get(hours);
  if (known?.week === week) return known.stints;
  const cells = markAvailable(week, toRanges(hours));
  const stints: number[] = [];
  for (let begin = cells.indexOf(1); begin >= 0; ) {
    const next = cells.indexOf(0, begin);
    const end = next < 0 ? cells.length : next;
    stints.push(begin, end);
    begin = cells.indexOf(1, end);
  }
  knownStints.set(hours, { week, stints });
  return stints;
}

/** Orders people: minutes, role, industry, tools, languages, then the owner's order. */
const compareCandidates = (a: Candidate, b: Candidate): number =>
  b.minutes - a.minutes ||
  Number(b.matches.role) - Number(a.matches.role) ||
  Number(b.matches.industry) - Number(a.matches.industry) ||
  b.matches.tools.length - a.matches.tools.length ||
  b.matches.languages.length - a.matches.languages.length ||
  a.person.displayOrder - b.person.displayOrder ||
  (a.person.id < b.person.id ? -1 : 1);

/** Space, before the characters that stand for names. */
const separator = ' ';

/**
 * The names that a plan asks for. Each is a character, so that what somebody has of them is a short
 * text, by which thousands of people are grouped quickly.
 */
class WantedNames {
  readonly #names: readonly string[];
  /** Characters by names as they are spelled; empty for others. */
  readonly #characters = new Map<string, string>();

  constructor(names: readonly string[]) {
    this.#names = listDistinct(names).map(normalize);
  }

  encode(names: readonly string[]): string {
    if (this.#names.length === 0) return '';
    let text = '';
    for (const name of names) {
      let character = this.#characters.get(name);
      if (character === undefined) {
        const index = this.#names.indexOf(normalize(name));
        character = index < 0 ? '' : String.fromCharCode(separator.charCodeAt(0) + 1 + index);
        this.#characters.set(name, character);
      }
      text += character;
    }
    return text;
  }

  /** Returns the names, normalized, that a text stands for. */
  decode(text: string): ReadonlySet<string> {
    const getIndex = (position: number) => text.charCodeAt(position) - separator.charCodeAt(0) - 1;
    return new Set(Array.from(text, (_, position) => this.#names[getIndex(position)] ?? ''));
  }
}

/**
 * Rates the people of a roster for a plan, whatever its desks ask for: people who have the same of
 * the names in the plan share a profile.
 * @param monday the Monday of the week whose clock changes count, as a wall time
 */
export function ratePeople(
  plan: Plan,
  roster: readonly RosterPerson[],
  monday: Date,
): readonly Profile[] {
  const profiles = new Map<string, Profile>();
  const weeks = new Map<string, ZoneWeek>();
  const wanted = {
    roles: new WantedNames(plan.desks.flatMap(({ role = [] }) => role)),
    industries: new WantedNames(plan.industry ? [plan.industry] : []),
    tools: new WantedNames(plan.desks.flatMap(({ tools }) => tools)),
    languages: new WantedNames(plan.desks.flatMap(({ languages }) => languages)),
  };
  for (const person of roster) {
    if (person.hours.length === 0) continue;
    const role = wanted.roles.encode([person.role]);
    const industry = wanted.industries.encode(person.industries);
    const tools = wanted.tools.encode(person.tools);
    const languages = wanted.languages.encode(person.languages);
    const key = [role, industry, tools, languages].join(separator);
    let profile = profiles.get(key);
    if (!profile) {
      profile = {
        roles: wanted.roles.decode(role),
        hasIndustry: industry !== '',
        tools: wanted.tools.decode(tools),
        languages: wanted.languages.decode(languages),
        people: [],
      };
      profiles.set(key, profile);
    }
    let week = weeks.get(person.timeZone);
    if (!week) {
      week = getZoneWeek(monday, plan.timeZone, person.timeZone);
      weeks.set(person.timeZone, week);
    }
    profile.people.push({ person, stints: listStints(week, person.hours) });
  }
  return [...profiles.values()];
}

/** Returns those of some desks that ask for the role of a profile's people, one bit each. */
const findRoleDesks = (plan: Plan, { roles }: Profile, desks: number): number =>
  plan.desks.reduce(
    (bits, { role }, index) =>
      role && roles.has(normalize(role)) ? bits | (desks & (1 << index)) : bits,
    0,
  );

/**
 * Returns a function for what people of a profile have of what the desks with hours ask for, also of
 * those that they can't work at: the page names what they lack.
 */
function createMatchFinder({ desks }: Plan): (profile: Profile) => Matches {
  const painted = desks.filter(({ hours }) => hours.length > 0);
  const roles = painted.flatMap(({ role = [] }) => role);
  const tools = listDistinct(painted.flatMap((desk) => desk.tools));
  const languages = listDistinct(painted.flatMap((desk) => desk.languages));
  return (profile) => ({
    role: roles.some((name) => profile.roles.has(normalize(name))),
    industry: profile.hasIndustry,
    tools: tools.filter((name) => profile.tools.has(normalize(name))),
    languages: languages.filter((name) => profile.languages.has(normalize(name))),
  });
}

/** Lists the people who can work some of a plan, the best match first. */
export function listCandidates(plan: Plan, profiles: readonly Profile[]): Candidate[] {
  const conditions = listConditions(plan);
  const getSums = createCellCounter(markDesks(plan));
  const findMatches = createMatchFinder(plan);
  const candidates: Candidate[] = [];
  for (const profile of profiles) {
    const desks = findDesks(conditions, profile);
    if (desks === 0) continue;
    const roleDesks = findRoleDesks(plan, profile, desks);
    const matches = findMatches(profile);
    const sums = getSums(desks);
    for (const { person, stints } of profile.people) {
      let cells = 0;
      for (let index = 0; index < stints.length; index += 2) {
        cells += (sums[stints[index + 1] ?? 0] ?? 0) - (sums[stints[index] ?? 0] ?? 0);
      }
      if (cells === 0) continue;
      candidates.push({ person, stints, desks, roleDesks, minutes: cells * cellMinutes, matches });
    }
  }
  return candidates.sort(compareCandidates);
}
