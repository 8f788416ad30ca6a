import { useEffect, useLayoutEffect, useRef } from 'react';
import type { OptionCounts } from '../../content/collections/talents/option-counts';
import type { TalentFilter } from '../../content/collections/talents/talent-options';
import {
  filterLegends,
  filterNames,
  setOption,
} from '../../content/collections/talents/talent-search';
import { prefersReducedData, waitForIdle } from '../../lib/browser/browser-timing';
import { useSite } from '../../lib/site';
import * as formStyles from '../../ui/form/form.module.css';
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

const getCount = (counts: OptionCounts, name: keyof TalentFilter, option: string): number =>
  counts[name][option.toLowerCase()] ?? 0;

/** Whether nobody would be left. A selected option stays available, so that it can be removed. */
const isUnavailable = (
  filter: TalentFilter,
  counts: OptionCounts | undefined,
  name: keyof TalentFilter,
  option: string,
): boolean =>
  counts !== undefined && getCount(counts, name, option) === 0 && !filter[name].includes(option);

/**
 * Prefetches the result of each option in idle time, one after the other, because touch screens
 * have no hover to prefetch on. Only while the options are visible, and not with "save data".
 * @returns the ref for one of the options' elements
 */
function usePrefetchOptions({ filter, counts, onPrefetch }: Omit<FilterGroupsProps, 'onChange'>) {
  const { filters } = useSite();
  const element = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    let isStopped = prefersReducedData();
    async function prefetchAll() {
      for (const name of filterNames) {
        for (const option of filters[name]) {
          if (isUnavailable(filter, counts, name, option)) continue;
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
  }, [filter, counts]);
  return element;
}

/** Moves the focus within the group when the option that was just removed can't be selected again. */
function useFocusAvailable({ filter, counts }: Pick<FilterGroupsProps, 'filter' | 'counts'>): void {
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (activeElement?.matches('fieldset input:disabled')) {
      activeElement.closest('fieldset')?.querySelector<HTMLElement>('input:enabled')?.focus();
    }
  }, [filter, counts]);
}

/** Filter options, one fieldset per group, each with its number of people within the other groups. */
export function FilterGroups({ filter, counts, onChange, onPrefetch }: FilterGroupsProps) {
  const { filters } = useSite();
  const element = usePrefetchOptions({ filter, counts, onPrefetch });
  useFocusAvailable({ filter, counts });
  return filterNames.map((name) => (
    <fieldset key={name} ref={element} className={styles.group}>
      <legend>{filterLegends[name]}</legend>
      {filters[name].map((option) => {
        const isDisabled = isUnavailable(filter, counts, name, option);
        const prefetch = () => !isDisabled && onPrefetch(toggleOption(filter, name, option));
        return (
          <label
            key={option}
            className={`${formStyles.checkbox} ${isDisabled ? styles.unavailable : ''}`}
            onPointerEnter={prefetch}
            onFocus={prefetch}
          >
            <input
              type="checkbox"
              name={name}
              value={option}
              checked={filter[name].includes(option)}
              disabled={isDisabled}
              onChange={() => onChange(toggleOption(filter, name, option))}
            />
            {option}
            {counts && (
              <span className={formStyles.optionCount}>{getCount(counts, name, option)}</span>
            )}
          </label>
        );
      })}
    </fieldset>
  ));
}
