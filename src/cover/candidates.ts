import { joinSpans, parseMinutes, type WeekSpan } from '../lib/week-hours';
import type { CoverAnswer, Plan, PlanDesk } from './contract';
import {
  cellMinutes,
  cellsPerWeek,
  getZoneWeek,
  markAvailable,
  markCells,
  type ZoneWeek,
} from './week';

/** What the matching needs to know about somebody who is available. */
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

/** What a person of the answer has that the plan asks for. */
type Matches = Omit<CoverAnswer['people'][number], 'talentId' | 'minutes'>;

/** People who have the same of what the plan asks for. */
interface Profile {
  /** The desks whose conditions they meet, one bit each. */
  desks: number;
  matches: Matches;
}

/** Cells in a row in which somebody is available: the first, and the one after the last. */
type Stint = readonly [begin: number, end: number];

/** Somebody who can work some of the plan. */
export interface Candidate extends Profile {
  person: RosterPerson;
  minutes: number;
  stints: readonly Stint[];
}

export const normalize = (text: string): string => text.trim().toLowerCase();

/** Returns the wanted names that somebody has, ignoring case. */
const intersect = (wanted: readonly string[], names: ReadonlySet<string>): string[] =>
  wanted.filter((name) => names.has(normalize(name)));

/** Returns the names, each once, ignoring case. */
export const listDistinct = (names: readonly string[]): string[] => [
  ...new Map(names.toReversed().map((name) => [normalize(name), name])).values(),
];

/** Whether somebody meets a desk's conditions: all of its tools, and one of its languages. */
const meetsConditions = (
  { tools, languages }: PlanDesk,
  known: { tools: ReadonlySet<string>; languages: ReadonlySet<string> },
): boolean =>
  intersect(tools, known.tools).length === tools.length &&
  (languages.length === 0 || intersect(languages, known.languages).length > 0);

/** Returns a function that compares people with a plan. Those with the same names share a profile. */
function createProfiler(plan: Plan): (person: RosterPerson) => Profile {
  const profiles = new Map<string, Profile>();
  const wanted = {
    tools: new Set(plan.desks.flatMap(({ tools }) => tools.map(normalize))),
    languages: new Set(plan.desks.flatMap(({ languages }) => languages.map(normalize))),
    industry: plan.industry && normalize(plan.industry),
  };
  const pick = (names: readonly string[], from: ReadonlySet<string>) =>
    from.size === 0 ? [] : names.map(normalize).filter((name) => from.has(name));
  return (person) => {
    const role = normalize(person.role);
    const industry = person.industries.some((name) => normalize(name) === wanted.industry);
    const tools = pick(person.tools, wanted.tools);
    const languages = pick(person.languages, wanted.languages);
    const key = [role, industry, tools.sort().join('\n'), languages.sort().join('\n')].join('\n\n');
    const known = profiles.get(key);
    if (known) return known;
    const names = { tools: new Set(tools), languages: new Set(languages) };
    const possible = plan.desks.filter((desk) => meetsConditions(desk, names));
    const profile: Profile = {
      desks: plan.desks.reduce(
        (bits, desk, index) => (possible.includes(desk) ? bits | (1 << index) : bits),
        0,
      ),
      matches: {
        role: possible.some((desk) => desk.role && normalize(desk.role) === role),
        industry,
        tools: intersect(listDistinct(possible.flatMap((desk) => desk.tools)), names.tools),
        languages: intersect(
          listDistinct(possible.flatMap((desk) => desk.languages)),
          names.languages,
        ),
      },
    };
    profiles.set(key, profile);
    return profile;
  };
}

/** Returns a function that counts the cells of a stint in which one of some desks needs somebody. */
function createCellCounter(plan: Plan): (desks: number, stint: Stint) => number {
  const needed = new Uint8Array(cellsPerWeek);
  for (const [index, { hours }] of plan.desks.entries()) {
    for (const [cell, isNeeded] of markCells(hours).entries()) {
      if (isNeeded) needed[cell] = (needed[cell] ?? 0) | (1 << index);
    }
  }
  /** The number of such cells before each cell. */
  const sums = new Map<number, Uint16Array>();
  return (desks, [begin, end]) => {
    let sum = sums.get(desks);
    if (!sum) {
      sum = new Uint16Array(cellsPerWeek + 1);
      for (const [cell, bits] of needed.entries()) {
        sum[cell + 1] = (sum[cell] ?? 0) + Number((bits & desks) > 0);
      }
      sums.set(desks, sum);
    }
    return (sum[end] ?? 0) - (sum[begin] ?? 0);
  };
}

/** Converts hours to ranges of minutes of the week, joined over midnight. */
function toRanges(hours: readonly WeekSpan[]): [from: number, to: number][] {
  const ranges: [number, number][] = [];
  for (const { day, from, to } of joinSpans(hours)) {
    const midnight = (day - 1) * 24 * 60;
    const last = ranges.at(-1);
    const begin = midnight + parseMinutes(from);
    if (last?.[1] === begin) last[1] = midnight + parseMinutes(to);
    else ranges.push([begin, midnight + parseMinutes(to)]);
  }
  return ranges;
}

/** The last result of `listStints` for some hours: most of the time of a matching with many people. */
const knownStints = new WeakMap<readonly WeekSpan[], { week: ZoneWeek; stints: Stint[] }>();

/** Lists when somebody is available. */
function listStints(week: ZoneWeek, hours: readonly WeekSpan[]): readonly Stint[] {
  const known = knownStints.get(hours);
  if (known?.week === week) return known.stints;
  const cells = markAvailable(week, toRanges(hours));
  const stints: Stint[] = [];
  for (let begin = cells.indexOf(1); begin >= 0; ) {
    const next = cells.indexOf(0, begin);
    const end = next < 0 ? cells.length : next;
    stints.push([begin, end]);
    begin = cells.indexOf(1, end);
  }
  knownStints.set(hours, { week, stints });
  return stints;
}

/** Orders people: minutes, role, industry, tools, languages, then the owner's order. */
export const compareCandidates = (a: Candidate, b: Candidate): number =>
  b.minutes - a.minutes ||
  Number(b.matches.role) - Number(a.matches.role) ||
  Number(b.matches.industry) - Number(a.matches.industry) ||
  b.matches.tools.length - a.matches.tools.length ||
  b.matches.languages.length - a.matches.languages.length ||
  a.person.displayOrder - b.person.displayOrder ||
  (a.person.id < b.person.id ? -1 : 1);

/**
 * Lists the people who can work some of a plan, in the roster's order.
 * @param monday the Monday of the week whose clock changes count, as a wall time
 */
export function listCandidates(
  plan: Plan,
  roster: readonly RosterPerson[],
  monday: Date,
): Candidate[] {
  const getProfile = createProfiler(plan);
  const countCells = createCellCounter(plan);
  const candidates: Candidate[] = [];
  for (const person of roster) {
    if (person.hours.length === 0) continue;
    const profile = getProfile(person);
    if (profile.desks === 0) continue;
    const week = getZoneWeek(monday, plan.timeZone, person.timeZone);
    const stints = listStints(week, person.hours);
    let cells = 0;
    for (const stint of stints) cells += countCells(profile.desks, stint);
    if (cells > 0) candidates.push({ ...profile, person, minutes: cells * cellMinutes, stints });
  }
  return candidates;
}
