import { InputField } from '../../../ui/fields';
import { useHasMeetingLink } from './queries';

interface Props {
  value: string;
  onChange: (url: string) => void;
  error: string | undefined;
}

/** Field for a call's own meeting link. */
export function MeetingLinkField(props: Props) {
  const hasMeetingLink = useHasMeetingLink();
  return (
    <InputField
      {...props}
      label="Meeting link"
      optional
      hint={hasMeetingLink ? 'Without one, the link in Settings is sent.' : undefined}
      type="url"
      inputMode="url"
      maxLength={500}
    />
  );
}
