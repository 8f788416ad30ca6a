import { useId } from 'react';
import * as formStyles from '../../ui/form.module.css';
import * as textStyles from '../../ui/text.module.css';
import { formatLocalTime, getZoneAbbreviation } from './format-call-time';

/**
 * Groups the time zones that the browser supports by region. Includes the current one in any case.
 */
function groupZonesByRegion(current: string): [region: string, zones: string[]][] {
  const known = Intl.supportedValuesOf('timeZone');
  const all = known.includes(current) ? known : [...known, current].sort();
  const regions = new Map<string, string[]>();
  for (const zone of all) {
    const region = zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : 'Other';
    regions.set(region, [...(regions.get(region) ?? []), zone]);
  }
  return [...regions];
}

const formatCity = (zone: string) =>
  (zone.includes('/') ? zone.slice(zone.indexOf('/') + 1) : zone)
    .replaceAll('_', ' ')
    .replaceAll('/', ', ');

interface Props {
  value: string;
  onChange: (timeZone: string) => void;
}

/** Select for the time zone in which times are shown. */
export function TimeZoneSelect({ value, onChange }: Props) {
  const id = useId();
  const now = new Date();
  return (
    <div className={formStyles.field}>
      <label htmlFor={id}>Time zone</label>
      <select
        id={id}
        className={formStyles.input}
        value={value}
        aria-describedby={`${id}-now`}
        onChange={(event) => onChange(event.target.value)}
      >
        {groupZonesByRegion(value).map(([region, zones]) => (
          <optgroup key={region} label={region}>
            {zones.map((zone) => (
              <option key={zone} value={zone}>
                {formatCity(zone)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <p className={`${formStyles.hint} ${textStyles.tabularNumbers}`} id={`${id}-now`}>
        {`Now ${formatLocalTime(now, value)} ${getZoneAbbreviation(now, value)} there`}
      </p>
    </div>
  );
}
