import { useState } from 'react';
import { schedulePath } from '../lib/booking-link';
import { isServerReachable, saveTypedTexts } from '../lib/browser/release-reload';
import { useSite } from '../lib/site';
import { Button } from './Button';
import { MessageBox } from './MessageBox';
import * as styles from './PartFailure.module.css';
import { useToast } from './toast/toast-context';

export { reportClientError } from '../lib/browser/report-client-error';

export interface PartFailureProps {
  /** Name of the part, for use in a sentence: "The calls". */
  name: string;
  /**
   * Where the message appears: in place of the part, above the page (for dialogs, which have no
   * place in it), or nowhere.
   */
  display?: 'overlay' | 'none' | undefined;
}

/** Message in place of a part of the page that failed. */
export function PartFailure({ name, display }: PartFailureProps) {
  const { supportEmail, schedulingUrl } = useSite();
  const toast = useToast();
  const [isBusy, setIsBusy] = useState(false);

  async function reload() {
    setIsBusy(true);
    if (await isServerReachable()) {
      saveTypedTexts();
      location.reload();
      return;
    }
    setIsBusy(false);
    toast({ title: 'Error', description: 'Failed to connect to server', tone: 'bad' });
  }

  return (
    <MessageBox
      heading={`${name} could not be loaded`}
      Heading="h2"
      className={`${styles.failure} ${display ? styles.overlay : ''}`}
      role="alert"
    >
      <p>
        You may be offline, or there is a newer version of the site. Reload to try again. If it
        happens again, write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a> or{' '}
        <a href={schedulingUrl ?? schedulePath}>book a call</a>.
      </p>
      <Button variant="secondary" busy={isBusy} onClick={reload}>
        Reload
      </Button>
    </MessageBox>
  );
}
