import { Button } from '../../../ui/Button';
import { getCallPersonName } from './booking-labels';
import { type Booking, useChangeCall } from './queries';

/**
 * The owner's choice after a canceled call: the lead keeps its status, or returns to `contacted`.
 */
export function LeadMoveButtons({ call }: { call: Booking }) {
  const change = useChangeCall();
  const name = getCallPersonName(call);

  function decide(lead: 'keep' | 'contacted') {
    if (!change.isPending) change.mutate({ call, lead });
  }

  return (
    <>
      <Button
        variant="quiet"
        size="s"
        aria-label={`Leave it: ${name} stays in discovery call`}
        busy={change.isPending && change.variables.lead === 'keep'}
        onClick={() => decide('keep')}
      >
        Leave it
      </Button>
      <Button
        variant="secondary"
        size="s"
        aria-label={`Move back: ${name} to contacted`}
        busy={change.isPending && change.variables.lead === 'contacted'}
        onClick={() => decide('contacted')}
      >
        Move back
      </Button>
    </>
  );
}
