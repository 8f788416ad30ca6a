import { Button } from '../../../ui/Button';
import { useToast } from '../../../ui/toast/toast';
import * as styles from '../CallRow.module.css';
import { formatCallStart, getCallPersonName } from '../call-labels';
import { type Call, useChangeCall, useConfirmPerson, useRejectPerson } from '../queries';

/** Questions about calls that the owner answers in a list: who booked, and what becomes of the lead. */

interface PersonProps {
  /** The call's id. */
  id: string;
  /** Called after the confirmation, which may have changed the lead. */
  onLeadChange?: (() => Promise<void>) | undefined;
}

/** Buttons that record whether the lead booked the call. */
export function PersonButtons({ id, onLeadChange }: PersonProps) {
  const confirm = useConfirmPerson();
  const reject = useRejectPerson();
  const toast = useToast();

  const confirmPerson = () =>
    confirm.mutate(id, {
      onSuccess: async () => {
        await onLeadChange?.();
        toast({ title: 'Lead updated' });
      },
    });

  const rejectPerson = () =>
    reject.mutate(id, {
      onSuccess: () => toast({ title: 'The call has a lead of its own now' }),
    });

  return (
    <span className={styles.buttons}>
      <Button variant="quiet" size="touch" busy={reject.isPending} onClick={rejectPerson}>
        Not them
      </Button>
      <Button variant="secondary" size="touch" busy={confirm.isPending} onClick={confirmPerson}>
        Confirm it’s them
      </Button>
    </span>
  );
}

/** Asks whether the lead booked a call that only has the lead's email. */
export function UnconfirmedPerson({ call }: { call: Call }) {
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

/**
 * The owner's choice after a canceled call: the lead keeps its status, or returns to `contacted`.
 */
export function LeadMoveButtons({ call }: { call: Call }) {
  const change = useChangeCall();
  const name = getCallPersonName(call);

  function decide(lead: 'keep' | 'contacted') {
    if (!change.isPending) change.mutate({ call, lead });
  }

  return (
    <>
      <Button
        variant="quiet"
        size="touch"
        aria-label={`Leave it: ${name} stays in discovery call`}
        busy={change.isPending && change.variables.lead === 'keep'}
        onClick={() => decide('keep')}
      >
        Leave it
      </Button>
      <Button
        variant="secondary"
        size="touch"
        aria-label={`Move back: ${name} to contacted`}
        busy={change.isPending && change.variables.lead === 'contacted'}
        onClick={() => decide('contacted')}
      >
        Move back
      </Button>
    </>
  );
}

/**
 * Entries of a list that ask for the status of leads whose call was canceled. No lead moves
 * automatically.
 */
export function CanceledCalls({ calls }: { calls: readonly Call[] }) {
  return calls.map((call) => {
    const lead = getCallPersonName(call);
    return (
      <li key={call.id} className={styles.canceled}>
        <p>
          {`${call.name ?? lead}’s call was canceled`}
          <small>{`It was ${formatCallStart(call)}. Move ${lead} back to contacted?`}</small>
        </p>
        <LeadMoveButtons call={call} />
      </li>
    );
  });
}
