import { useEffect, useRef, useState } from 'react';
import { encode } from 'uqr';
import { formatCount } from '../../../lib/format-number';
import { formatDateTime } from '../../../lib/time/format-date';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/dialog/Dialog';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import * as layoutStyles from '../../../ui/styles/layout.module.css';
import * as textStyles from '../../../ui/styles/text.module.css';
import { useCopy } from '../../../ui/toast/use-copy';
import type { SecondFactorSetup, SecondFactorState } from '../contract';
import { ProofDialog } from './ProofDialog';
import { CodeField, PasswordField } from './proof-fields';
import * as styles from './SecurityView.module.css';
import {
  useBeginSetup,
  useConfirmSetup,
  useRenewRecoveryCodes,
  useTurnOffSecondFactor,
} from './security-queries';
import { readField, useFormSubmit } from './use-form-submit';

type OpenDialog = 'setup' | 'renew' | 'off' | null;

/** State of the second factor, with buttons to change it. */
export function SecondFactorPanel({ state }: { state: SecondFactorState }) {
  const { enabledAt, recoveryCodesLeft: codesLeft } = state;
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const renew = useRenewRecoveryCodes();
  const turnOff = useTurnOffSecondFactor();
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
          onProof={async (proof) => setCodes((await renew.mutateAsync(proof)).recoveryCodes)}
        />
      )}
      {openDialog === 'off' && (
        <ProofDialog
          title="Turn off the second factor"
          text="Signing in will need only the password."
          action="Turn off"
          needsCode
          onClose={close}
          onProof={turnOff.mutateAsync}
          done="Second factor turned off"
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </>
  );
}

interface CodesProps {
  codes: readonly string[];
  onClose: () => void;
}

/** Shows the new recovery codes, once. */
function RecoveryCodesDialog({ codes, onClose }: CodesProps) {
  const copy = useCopy();
  const text = codes.join('\n');

  return (
    <Dialog
      open
      onClose={onClose}
      title="Save your recovery codes"
      footer={
        <>
          <Button
            variant="secondary"
            onClick={() =>
              copy(text, { name: 'Recovery codes', remedy: 'Select and copy them by hand.' })
            }
          >
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
        className={styles.recoveryCodes}
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

interface SetupProps {
  onClose: () => void;
  /** Called with the recovery codes once the second factor is on. */
  onDone: (recoveryCodes: string[]) => void;
}

/** Sets up the second factor: password, then QR code and the first code. */
function SetupDialog({ onClose, onDone }: SetupProps) {
  const form = useRef<HTMLFormElement>(null);
  const [setup, setSetup] = useState<SecondFactorSetup | null>(null);
  const begin = useBeginSetup();
  const confirm = useConfirmSetup();
  const { fields, busy, run } = useFormSubmit(form);

  // The focused field disappears with its step, so move the focus.
  useEffect(() => {
    if (setup) form.current?.querySelector('input')?.focus();
  }, [setup]);

  function submit(sent: HTMLFormElement) {
    void run(async () => {
      if (!setup) setSetup(await begin.mutateAsync(readField(sent, 'password')));
      else onDone((await confirm.mutateAsync(readField(sent, 'code'))).recoveryCodes);
    });
  }

  return (
    <FormDialog
      title="Set up the second factor"
      intro={<SetupStep setup={setup} />}
      submitLabel={setup ? 'Turn on' : 'Next'}
      isBusy={busy}
      formRef={form}
      formClass={styles.proof}
      onSubmit={submit}
      onClose={onClose}
    >
      {setup ? (
        <CodeField error={fields.code} isForApp />
      ) : (
        <PasswordField error={fields.password} />
      )}
    </FormDialog>
  );
}

function SetupStep({ setup }: { setup: SecondFactorSetup | null }) {
  if (!setup) {
    return (
      <p>
        You need your password and an authenticator app on your phone. Nothing changes until you
        enter the first code from the app.
      </p>
    );
  }
  return (
    <div className={styles.setup}>
      <QrCode text={setup.uri} />
      <div>
        <p>Scan this with an authenticator app. No camera? Enter this key in the app:</p>
        <p className={styles.secretKey}>{setup.secret.match(/.{1,4}/g)?.join(' ')}</p>
      </div>
    </div>
  );
}

/** QR code. Dark on light in both color modes, because many readers require it. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 4 });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      className={styles.qrCode}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code for your authenticator app"
    >
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  );
}
