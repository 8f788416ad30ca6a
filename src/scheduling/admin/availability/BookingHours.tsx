import { describeSpans } from '../../../cover/plan-words';
import { schedulePath } from '../../../lib/booking-link';
import { useSite } from '../../../lib/site';
import { toWeekSpans } from '../../../lib/time/week-hours';
import { Button } from '../../../ui/Button';
import { LinkIcon } from '../../../ui/icons/desk-icons';
import { MessageBox } from '../../../ui/MessageBox';
import { useCopy } from '../../../ui/toast/use-copy';
import * as styles from '../CallsView.module.css';
import { useCallHours } from '../queries';

/** When visitors can book a call, and the link with which they do. */
export function BookingHours({ title }: { title: string }) {
  const { url, schedulingUrl } = useSite();
  const { data: callHours } = useCallHours();
  const copy = useCopy();
  const link = schedulingUrl ?? `${url || location.origin}${schedulePath}`;
  const hours = callHours && describeSpans(toWeekSpans(callHours.weekly));

  return (
    <MessageBox heading={title} className={styles.hours}>
      {schedulingUrl === null && hours !== undefined && (
        <p>{hours ? `Visitors can book ${hours}.` : 'No day is open, so visitors cannot book.'}</p>
      )}
      <Button
        variant="secondary"
        size="touch"
        onClick={() => copy(link, { name: 'Link', detail: link, remedy: link })}
      >
        <LinkIcon />
        Copy your booking link
      </Button>
    </MessageBox>
  );
}
