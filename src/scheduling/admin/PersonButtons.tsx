import type { LeadStatus } from '../../leads/contract';
import { Button } from '../../ui/Button';
import { useToast } from '../../ui/toast';
import * as styles from './PersonButtons.module.css';
import { type Booking, useConfirmPerson, useRejectPerson } from './queries';

interface Props {
  /** The call's id. */
  id: string;
  /** Called with the lead's status, which the confirmation may have changed. */
  onStatus?: ((status: LeadStatus) => void) | undefined;
}

/** Buttons that record whether the lead booked the call. */
export function PersonButtons({ id, onStatus }: Props) {
  const confirm = useConfirmPerson();
  const reject = useRejectPerson();
  const toast = useToast();

  const confirmPerson = () =>
    confirm.mutate(id, {
      onSuccess: ({ leadStatus }) => {
        if (leadStatus) onStatus?.(leadStatus);
        toast({ title: 'Lead updated' });
      },
    });

  const rejectPerson = () =>
    reject.mutate(id, {
      onSuccess: () => toast({ title: 'The call has a lead of its own now' }),
    });

  return (
    <span className={styles.buttons}>
      <Button variant="quiet" size="s" busy={reject.isPending} onClick={rejectPerson}>
        Not them
      </Button>
      <Button variant="secondary" size="s" busy={confirm.isPending} onClick={confirmPerson}>
        Confirm it’s them
      </Button>
    </span>
  );
}

/** Asks whether the lead booked a call that only has the lead's email. */
export function UnconfirmedPerson({ call }: { call: Booking }) {
  return (
    <div className={styles.unconfirmed}>
      <p>
        Booked with the lead’s email, but not from their own link. Confirming moves the lead to
        Discovery Call.
      </p>
      {call.leadId && <PersonButtons id={call.id} />}
    </div>
  );
}
