import { InputField } from '../../../ui/fields';

interface Props {
  value: string;
  onChange: (url: string) => void;
  error: string | undefined;
}

/** Field for a call's own meeting link. */
export const MeetingLinkField = (props: Props) => (
  <InputField
    {...props}
    label="Meeting link"
    optional
    hint="Without one, the link in Settings is sent."
    type="url"
    inputMode="url"
    maxLength={500}
  />
);
