import { useState } from 'react';
import { copyText } from '../../../lib/browser/copy-text';
import { formatCount } from '../../../lib/format-number';
import { formatDateTime } from '../../../lib/time/format-date';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/dialog/Dialog';
import * as layoutStyles from '../../../ui/styles/layout.module.css';
import * as textStyles from '../../../ui/styles/text.module.css';
import { useToast } from '../../../ui/toast/toast';
import type { SecondFactorState } from '../contract';
import { ProofDialog } from './ProofDialog';
import * as styles from './SecurityView.module.css';
import { SetupDialog } from './SetupDialog';
import { useRenewRecoveryCodes, useTurnOffSecondFactor } from './security-queries';

type OpenDialog = 'setup' | 'renew' | 'off' | null;

/** State of the second factor, with buttons to change it. */
export function SecondFactorPanel({ state }: { state: SecondFactorState }) {
  const { enabledAt, recoveryCodesLeft: codesLeft } = state;
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const renew = useRenewRecoveryCodes();
  const turnOff = useTurnOffSecondFactor();
  const toast = useToast();
  const close = () => setOpenDialog(null);
  const showCodes = (newCodes: string[]) => {
    close();
    setCodes(newCodes);
  };

  return (
    <>
      {enabledAt ? (
        <>
          <p>
            <strong>On</strong> since {formatDateTime(enabledAt)}. Signing in asks for a code from
            your authenticator app after the password.
          </p>
          <p className={codesLeft < 3 ? styles.warning : textStyles.meta}>
            {`${formatCount(codesLeft, 'recovery code is', 'recovery codes are')} left.`}
            {codesLeft < 3 && ' Make new ones before you need them.'}
          </p>
          <div className={layoutStyles.actions}>
            <Button variant="secondary" onClick={() => setOpenDialog('renew')}>
              New recovery codes
            </Button>
            <Button variant="secondary" onClick={() => setOpenDialog('off')}>
              Turn off
            </Button>
          </div>
        </>
      ) : (
        <>
          <p>
            <strong>Off.</strong> Anyone with the password can sign in. With the second factor on,
            they also need your phone.
          </p>
          <div className={layoutStyles.actions}>
            <Button onClick={() => setOpenDialog('setup')}>Set up</Button>
          </div>
        </>
      )}
      {openDialog === 'setup' && <SetupDialog onClose={close} onDone={showCodes} />}
      {openDialog === 'renew' && (
        <ProofDialog
          title="New recovery codes"
          text="The old codes stop working."
          action="Make new codes"
          needsCode
          onClose={close}
          onProof={async (proof) => showCodes((await renew.mutateAsync(proof)).recoveryCodes)}
        />
      )}
      {openDialog === 'off' && (
        <ProofDialog
          title="Turn off the second factor"
          text="Signing in will need only the password."
          action="Turn off"
          needsCode
          onClose={close}
          onProof={async (proof) => {
            await turnOff.mutateAsync(proof);
            close();
            toast({ title: 'Second factor turned off' });
          }}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </>
  );
}

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
