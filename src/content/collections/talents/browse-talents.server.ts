import type { Snapshot } from '../../../lib/snapshot.server';
import { type Talent, toPublicTalent } from './contract';
import { defaultHomeTalents, type HomeTalents } from './home-queries';
import { createFilterSearch } from './option-counts';
import { type TalentSearchResult, talentsPerPage } from './queries';
import type { FilterOptions, TalentSearch } from './talent-search';

/** Selects a page of the matching talents. A page number that is too high means the last page. */
function getPage(found: readonly Talent[], page: number) {
  const last = Math.max(1, Math.ceil(found.length / talentsPerPage));
  const start = (Math.min(page, last) - 1) * talentsPerPage;
  const shown = found.slice(start, start + talentsPerPage).map(toPublicTalent);
  return { talents: shown, total: found.length };
}

/** The talents on the home page: those that the owner has marked, or else the first ones. */
export function listHomeTalents(all: readonly Talent[]): HomeTalents {
  const marked = all.filter((talent) => talent.onHome).slice(0, talentsPerPage);
  const shown = marked.length > 0 ? marked : all.slice(0, defaultHomeTalents);
  return { talents: shown.map(toPublicTalent), total: all.length };
}

export type TalentBrowser = (talentSearch: TalentSearch) => Promise<TalentSearchResult>;

/** Creates the search of the talent browser. It filters all talents in memory. */
export function createTalentBrowser(
  snapshot: Snapshot<readonly Talent[]>,
  getOptions: () => FilterOptions,
): TalentBrowser {
  let cached: {
    of: readonly Talent[];
    options: FilterOptions;
    search: ReturnType<typeof createFilterSearch<Talent>>;
  } | null = null;

  return async ({ filter, page }) => {
    const all = await snapshot.read();
    const options = getOptions();
    if (cached?.of !== all || cached.options !== options) {
      cached = { of: all, options, search: createFilterSearch(all, options) };
    }
    const { found, counts } = cached.search(filter);
    return { ...getPage(found, page), counts };
  };
}
