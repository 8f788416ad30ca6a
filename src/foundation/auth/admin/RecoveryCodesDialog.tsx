import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { useToast } from '../../../ui/toast';

interface Props {
  codes: readonly string[];
  onClose: () => void;
}

/** The recovery codes, shown this once. */
export function RecoveryCodesDialog({ codes, onClose }: Props) {
  const toast = useToast();
  const text = codes.join('\n');

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast({ title: 'Recovery codes copied' });
    } catch {
      const description = 'The browser did not allow it. Select the codes and copy them.';
      toast({ title: 'Error', description, tone: 'bad' });
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Keep your recovery codes"
      footer={
        <>
          <Button variant="secondary" onClick={copy}>
            Copy
          </Button>
          <Button onClick={onClose}>I have kept them</Button>
        </>
      }
    >
      <p>
        Each opens the admin area once, after the password, when your phone is not at hand. They are
        shown this once: print them, or put them into your password manager.
      </p>
      {/* Focusable: where the dialog scrolls, to scroll it by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable */}
      <ul className="codes num" aria-label="Recovery codes" tabIndex={0}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}
