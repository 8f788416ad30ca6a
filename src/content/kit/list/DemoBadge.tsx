import { createContext, useContext } from 'react';
import * as badgeStyles from '../../../ui/styles/badges.module.css';
import * as rowStyles from './item-row.module.css';

const DemoIdsContext = createContext<ReadonlySet<string>>(new Set());

/** Provides the ids of the items of the demo content. */
export const DemoIdsProvider = DemoIdsContext.Provider;

/** Returns the ids of the items of the demo content. */
export const useDemoIds = (): ReadonlySet<string> => useContext(DemoIdsContext);

/** Marks a row's item if it is part of the demo content. */
export function DemoBadge({ id }: { id: string }) {
  const isDemo = useDemoIds().has(id);
  return isDemo ? <span className={`${badgeStyles.badge} ${rowStyles.demo}`}>Demo</span> : null;
}
