import { useEffect, useRef } from 'react';
import type { OptionCounts } from '../../features/talents/option-counts';
import type { TalentFilter } from '../../features/talents/talent-options';
import { filterLegends, filterNames, setOption } from '../../features/talents/talent-search';
import { prefersReducedData, waitForIdle } from '../../lib/browser-timing';
import { useSite } from '../../lib/site';
import * as formStyles from '../../ui/form.module.css';
import * as styles from './FilterGroups.module.css';

export interface FilterGroupsProps {
  filter: TalentFilter;
  /** Undefined while the list is loading. */
  counts: OptionCounts | undefined;
  onChange: (filter: TalentFilter) => void;
  /** Prefetches the result of a possible next filter. Settles when it is loaded. */
  onPrefetch: (filter: TalentFilter) => Promise<void>;
}

const toggleOption = (filter: TalentFilter, name: keyof TalentFilter, option: string) =>
  setOption(filter, name, option, !filter[name].includes(option));

/**
 * Prefetches the result of each option in idle time, one after the other, because touch screens
 * have no hover to prefetch on. Only while the options are visible, and not with "save data".
 * @returns the ref for one of the options' elements
 */
function usePrefetchOptions({
  filter,
  onPrefetch,
}: Pick<FilterGroupsProps, 'filter' | 'onPrefetch'>) {
  const { filters } = useSite();
  const element = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    let isStopped = prefersReducedData();
    async function prefetchAll() {
      for (const name of filterNames) {
        for (const option of filters[name]) {
          await waitForIdle();
          if (isStopped || !element.current?.offsetWidth) return;
          await onPrefetch(toggleOption(filter, name, option));
        }
      }
    }
    void prefetchAll();
    return () => {
      isStopped = true;
    };
  }, [filter]);
  return element;
}

/** Filter options, one fieldset per group, each with its number of people. */
export function FilterGroups({ filter, counts, onChange, onPrefetch }: FilterGroupsProps) {
  const { filters } = useSite();
  const element = usePrefetchOptions({ filter, onPrefetch });
  return filterNames.map((name) => (
    <fieldset key={name} ref={element} className={styles.group}>
      <legend>{filterLegends[name]}</legend>
      {filters[name].map((option) => (
        <label
          key={option}
          className={formStyles.checkbox}
          onPointerEnter={() => onPrefetch(toggleOption(filter, name, option))}
          onFocus={() => onPrefetch(toggleOption(filter, name, option))}
        >
          <input
            type="checkbox"
            name={name}
            value={option}
            checked={filter[name].includes(option)}
            onChange={() => onChange(toggleOption(filter, name, option))}
          />
          {option}
          {counts && (
            <span className={formStyles.optionCount}>
              {counts[name][option.toLowerCase()] ?? 0}
            </span>
          )}
        </label>
      ))}
    </fieldset>
  ));
}
