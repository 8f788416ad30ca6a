import type { ReactNode } from 'react';
import { LinkIcon, Printer } from '../../cover/public/sheet-icons';
import { Button } from '../../ui/Button';
import * as formStyles from '../../ui/form/form.module.css';
import { useCopy } from '../../ui/toast/use-copy';
import * as peopleStyles from './people.module.css';
import * as styles from './take.module.css';

/** Returns a function that copies the plan's address. */
export function useCopyLink(address: string) {
  const copy = useCopy();
  return () =>
    copy(address, {
      name: 'Link',
      detail: 'Anyone with it sees the hours, not who you are.',
      remedy: 'Select the address under “Take it with you” and copy it.',
    });
}

/** Opens the device's share sheet, or else copies the address. */
export function useShareLink(address: string) {
  const copyLink = useCopyLink(address);
  return async () => {
    if ('share' in navigator) {
      const shared = navigator.share({ title: 'The hours nobody covers', url: address });
      // It is rejected when the visitor closes the share sheet.
      await shared.catch(() => undefined);
    } else await copyLink();
  };
}

/** The plan's address, to copy and to print. */
export function TakeWithYou({ address, children }: { address: string; children: ReactNode }) {
  const copyLink = useCopyLink(address);
  return (
    <section className={`${peopleStyles.part} ${styles.section}`} aria-labelledby="take">
      <div className={peopleStyles.head}>
        <h2 id="take">Take it with you</h2>
      </div>
      <div className={styles.columns}>
        <div className={styles.address}>
          <label htmlFor="plan-address">The plan’s address</label>
          <input
            id="plan-address"
            className={formStyles.input}
            readOnly
            value={address}
            onFocus={({ target }) => target.select()}
          />
          <Button variant="secondary" onClick={copyLink}>
            <LinkIcon />
            Copy link
          </Button>
          <Button variant="secondary" onClick={() => print()}>
            <Printer />
            Print
          </Button>
          <p className={formStyles.hint}>
            Holds the hours, the desks and your conditions. No name, no email, none of your numbers.
            Prints on one page.
          </p>
        </div>
        <div className={styles.ask}>{children}</div>
      </div>
    </section>
  );
}
