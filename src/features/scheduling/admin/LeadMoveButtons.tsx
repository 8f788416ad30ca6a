import { Button } from '../../../ui/Button';
import { getCallPersonName } from './booking-labels';
import { type Booking, useChangeCall } from './queries';

/**
 * The owner's choice after a canceled call: the lead keeps its status, or returns to `contacted`.
 */
export function LeadMoveButtons({ call }: { call: Booking }) {
  const change = useChangeCall();
  const { id } = call;
  const lead = getCallPersonName(call);
  return (
    <>
      <Button
        variant="quiet"
        size="s"
        aria-label={`Leave it: ${lead} stays in discovery call`}
        disabled={change.isPending}
        onClick={() => change.mutate({ id, lead: 'keep' })}
      >
        Leave it
      </Button>
      <Button
        variant="secondary"
        size="s"
        aria-label={`Move back: ${lead} to contacted`}
        disabled={change.isPending}
        onClick={() => change.mutate({ id, lead: 'contacted' })}
      >
        Move back
      </Button>
    </>
  );
}
