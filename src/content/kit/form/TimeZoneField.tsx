import { formatTime } from '../../../lib/time/format-date';
import { formatZone, groupZonesByRegion, isTimeZone } from '../../../lib/time/time-zone';
import { ChoiceField, type FormFieldProps } from './FormFields';
import { toText } from './item-values';

const timeZones = groupZonesByRegion('UTC').flatMap(([, zones]) => zones);

interface Props<Name extends string> extends Omit<FormFieldProps<Name>, 'warning'> {
  /** Label of the empty option. */
  emptyLabel: string;
  /** The zone that counts when none is chosen. */
  defaultZone: string;
}

/** A select of time zones, with the time in the chosen one before the hint. */
export function TimeZoneField<Name extends string>({ defaultZone, hint, ...props }: Props<Name>) {
  const chosen = toText(props.form.values[props.name]);
  const time = formatTime(new Date(), isTimeZone(chosen) ? chosen : defaultZone);
  return (
    <ChoiceField
      {...props}
      options={timeZones}
      getLabel={formatZone}
      hint={[`It is ${time} there now.`, hint].filter(Boolean).join(' ')}
    />
  );
}
