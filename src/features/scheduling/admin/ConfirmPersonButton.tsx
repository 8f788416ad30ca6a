import { Button } from '../../../ui/Button';
import { useToast } from '../../../ui/toast';
import type { LeadStatus } from '../../leads/contract';
import { useConfirmPerson } from './queries';

interface Props {
  /** The call's id. */
  id: string;
  /** Called with the lead's status, which the confirmation may have changed. */
  onStatus?: ((status: LeadStatus) => void) | undefined;
}

/** Confirms that the lead booked the call. */
export function ConfirmPersonButton({ id, onStatus }: Props) {
  const confirm = useConfirmPerson();
  const toast = useToast();

  const confirmPerson = () =>
    confirm.mutate(id, {
      onSuccess: ({ leadStatus }) => {
        if (leadStatus) onStatus?.(leadStatus);
        toast({ title: 'Lead updated' });
      },
    });

  return (
    <Button variant="secondary" size="s" busy={confirm.isPending} onClick={confirmPerson}>
      Confirm it’s them
    </Button>
  );
}
