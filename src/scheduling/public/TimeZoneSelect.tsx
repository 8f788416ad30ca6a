import { useId } from 'react';
import { formatTime, getZoneName } from '../../lib/time/format-date';
import { formatZone, groupZonesByRegion } from '../../lib/time/time-zone';
import * as formStyles from '../../ui/form/form.module.css';
import * as textStyles from '../../ui/styles/text.module.css';

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
                {formatZone(zone)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <p className={`${formStyles.hint} ${textStyles.tabularNumbers}`} id={`${id}-now`}>
        {`Now ${formatTime(now, value)} there, ${getZoneName(value)}`}
      </p>
    </div>
  );
}
