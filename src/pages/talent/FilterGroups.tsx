import type { OptionCounts } from '../../collections/talents/option-counts';
import { filterGroups, withOption } from '../../collections/talents/talent-address';
import type { TalentFilter } from '../../collections/talents/talent-options';

interface Props {
  filter: TalentFilter;
  /** Absent while the list is not there. */
  counts: OptionCounts | undefined;
  onChange: (filter: TalentFilter) => void;
  /** A change that is about to be made: the pointer or the focus is on its option. */
  onLikely: (filter: TalentFilter) => void;
}

/** The options to narrow by, a group a fieldset, each with the number of people it names. */
export function FilterGroups({ filter, counts, onChange, onLikely }: Props) {
  const toggled = (name: keyof TalentFilter, option: string) =>
    withOption(filter, name, option, !filter[name].includes(option));
  return filterGroups.map(({ name, legend, options }) => (
    <fieldset key={name} className="fg">
      <legend>{legend}</legend>
      {options.map((option) => (
        <label
          key={option}
          className="chk"
          onPointerEnter={() => onLikely(toggled(name, option))}
          onFocus={() => onLikely(toggled(name, option))}
        >
          <input
            type="checkbox"
            name={name}
            value={option}
            checked={filter[name].includes(option)}
            onChange={() => onChange(toggled(name, option))}
          />
          {option}
          {counts && <span className="n">{counts[name][option.toLowerCase()] ?? 0}</span>}
        </label>
      ))}
    </fieldset>
  ));
}
