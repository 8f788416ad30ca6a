import { copyText } from '../../../lib/browser/copy-text';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/dialog/Dialog';
import * as textStyles from '../../../ui/styles/text.module.css';
import { useToast } from '../../../ui/toast/toast';
import * as styles from './SecurityView.module.css';

interface Props {
  codes: readonly string[];
  onClose: () => void;
}

/** Shows the new recovery codes, once. */
export function RecoveryCodesDialog({ codes, onClose }: Props) {
  const toast = useToast();
  const text = codes.join('\n');

  async function copy() {
    if (await copyText(text)) return toast({ title: 'Recovery codes copied' });
    const description =
      'The browser did not allow copying. Select the codes and copy them yourself.';
    toast({ title: 'Error', description, tone: 'bad' });
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Save your recovery codes"
      footer={
        <>
          <Button variant="secondary" onClick={copy}>
            Copy
          </Button>
          <Button onClick={onClose}>I saved them</Button>
        </>
      }
    >
      <p>
        Each code signs you in once, after the password, when you don’t have your phone. They are
        shown only now: print them, or save them in your password manager.
      </p>
      {/* Focusable, so that it can be scrolled with the keyboard. */}
      <ul
        className={`${styles.recoveryCodes} ${textStyles.tabularNumbers}`}
        aria-label="Recovery codes"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable list must be focusable
        tabIndex={0}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}
