import { useQuery } from '../../../lib/query-cache';
import type { PublicTalent } from './contract';

/** Number of talents on the home page when the owner has marked none for it. */
export const defaultHomeTalents = 9;

/** Response for the home page. */
export interface HomeTalents {
  talents: PublicTalent[];
  /** Number of all talents. */
  total: number;
}

export const homeTalentsKey = ['/api', 'talents', 'home'] as const;

/** Reads the talents on the home page. */
export const useHomeTalents = () => useQuery<HomeTalents>(homeTalentsKey);
