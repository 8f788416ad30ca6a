import type { TalentFilter } from '../../features/talents/talent-options';
import { listActiveOptions, setOption } from '../../features/talents/talent-search';
import { X } from '../../ui/icons';
import { TalentSearchForm } from './TalentSearchForm';

interface Props {
  filter: TalentFilter;
  /** After one was removed, and its button with it. */
  onRemoved: () => void;
}

/** What the list is narrowed by; each can be taken away. */
export function ActiveFilters({ filter, onRemoved }: Props) {
  const active = listActiveOptions(filter);
  if (active.length === 0) return null;
  return (
    <ul className="on-f" aria-label="Active filters">
      {active.map(({ name, option }) => (
        <li key={`${name} ${option}`} className="chip">
          {option}
          <TalentSearchForm
            to={{ filter: setOption(filter, name, option, false), page: 1 }}
            onNavigated={onRemoved}
          >
            <button type="submit" aria-label={`Remove ${option}`}>
              <X />
            </button>
          </TalentSearchForm>
        </li>
      ))}
    </ul>
  );
}
