import { type KeyboardEvent, useId, useState } from 'react';
import { formatTime } from '../../../lib/time/format-date';
import { groupZonesByRegion } from '../../../lib/time/time-zone';
import { InputField } from '../../../ui/form/fields';
import * as formStyles from '../../../ui/form/form.module.css';
import { findZones, formatZoneOption, getZoneNote } from './find-zones';
import * as styles from './ZonePicker.module.css';

interface Props {
  label: string;
  value: string;
  onChange: (timeZone: string) => void;
}

/** Lists the zones to choose from: those that are found, otherwise those of the United States. */
function listZones(query: string | null, value: string): string[] {
  if (query?.trim()) return findZones(query, value);
  const [[, american] = ['', []]] = groupZonesByRegion(value);
  return american.includes(value) ? american : [value, ...american];
}

/** State of the list of zones: whether it is open, what it shows, and which zone is active. */
function useZoneList(value: string, onChange: (timeZone: string) => void) {
  const [isOpen, setIsOpen] = useState(false);
  /** Null until something is typed: then the field shows the chosen zone. */
  const [query, setQuery] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const zones = isOpen ? listZones(query, value) : [];

  function open() {
    if (isOpen) return;
    setActive(Math.max(0, listZones(null, value).indexOf(value)));
    setIsOpen(true);
  }

  function search(text: string) {
    setQuery(text);
    setActive(0);
    setIsOpen(true);
  }

  function close() {
    setIsOpen(false);
    setQuery(null);
  }

  function choose(zone: string) {
    onChange(zone);
    close();
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (isOpen) setActive((active + step + zones.length) % Math.max(1, zones.length));
      else open();
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      const zone = zones[active];
      if (zone) choose(zone);
    } else if (event.key === 'Escape' && isOpen) {
      // Only the list closes, not the dialog around it.
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  }

  return { isOpen, query, active, zones, open, search, close, choose, onKeyDown };
}

/** Field for a time zone, which is found by city, state, country, abbreviation or an old name. */
export function ZonePicker({ label, value, onChange }: Props) {
  const listId = useId();
  const list = useZoneList(value, onChange);
  const { isOpen, query, active, zones } = list;
  return (
    <div className={styles.picker}>
      <InputField
        label={label}
        hint={`Now ${formatTime(new Date(), value)} there. Type a city, state or abbreviation to change it.`}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={zones[active] && `${listId}-${active}`}
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        value={query ?? formatZoneOption(value)}
        onClick={list.open}
        onFocus={(event) => event.target.select()}
        onBlur={list.close}
        onChange={list.search}
        onKeyDown={list.onKeyDown}
      />
      <ZoneList
        id={listId}
        label={label}
        query={query ?? ''}
        zones={zones}
        active={active}
        value={value}
        onChoose={list.choose}
      />
    </div>
  );
}

interface ListProps {
  id: string;
  label: string;
  query: string;
  zones: readonly string[];
  active: number;
  value: string;
  onChoose: (zone: string) => void;
}

function ZoneList({ id, label, query, zones, active, value, onChoose }: ListProps) {
  const now = new Date();
  const count = zones.length;
  return (
    <>
      <div
        id={id}
        role="listbox"
        aria-label={label}
        tabIndex={-1}
        className={styles.list}
        hidden={count === 0}
        // The field keeps the focus.
        onMouseDown={(event) => event.preventDefault()}
      >
        {zones.map((zone, index) => {
          const note = getZoneNote(zone, query);
          return (
            <button
              key={zone}
              type="button"
              id={`${id}-${index}`}
              ref={(option) => {
                if (index === active) option?.scrollIntoView({ block: 'nearest' });
              }}
              role="option"
              tabIndex={-1}
              aria-selected={zone === value}
              data-active={index === active || undefined}
              onClick={() => onChoose(zone)}
            >
              <span>
                {formatZoneOption(zone)}
                {note && <small>{note}</small>}
              </span>
              <time>{formatTime(now, zone)}</time>
            </button>
          );
        })}
      </div>
      <p role="status" className={formStyles.hint}>
        {query.trim() !== '' && (count === 0 ? `Nothing found for “${query}”.` : `${count} found.`)}
      </p>
    </>
  );
}
