import { describeSpans } from '../../../cover/plan-words';
import { schedulePath } from '../../../lib/booking-link';
import { copyText } from '../../../lib/browser/copy-text';
import { useSite } from '../../../lib/site';
import { toWeekSpans } from '../../../lib/time/week-hours';
import { Button } from '../../../ui/Button';
import { LinkIcon } from '../../../ui/icons/desk-icons';
import { MessageBox } from '../../../ui/MessageBox';
import { useToast } from '../../../ui/toast/toast';
import * as styles from '../CallsView.module.css';
import { useCallHours } from '../queries';

/** When visitors can book a call, and the link with which they do. */
export function BookingHours({ title }: { title: string }) {
  const { url, schedulingUrl } = useSite();
  const { data: callHours } = useCallHours();
  const toast = useToast();
  const link = schedulingUrl ?? `${url || location.origin}${schedulePath}`;
  const hours = callHours && describeSpans(toWeekSpans(callHours.weekly));

  async function copyLink() {
    const title = (await copyText(link)) ? 'Link copied' : 'The link could not be copied';
    toast({ title, description: link });
  }

  return (
    <MessageBox heading={title} className={styles.hours}>
      {schedulingUrl === null && hours !== undefined && (
        <p>{hours ? `Visitors can book ${hours}.` : 'No day is open, so visitors cannot book.'}</p>
      )}
      <Button variant="secondary" size="touch" onClick={copyLink}>
        <LinkIcon />
        Copy your booking link
      </Button>
    </MessageBox>
  );
}
