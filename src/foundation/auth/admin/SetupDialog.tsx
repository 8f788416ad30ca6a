import { useEffect, useRef, useState } from 'react';
import { encode } from 'uqr';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import * as textStyles from '../../../ui/styles/text.module.css';
import type { SecondFactorSetup } from '../contract';
import { CodeField, PasswordField } from './proof-fields';
import * as styles from './SecurityView.module.css';
import { useBeginSetup, useConfirmSetup } from './security-queries';
import { readField, useFormSubmit } from './use-form-submit';

interface Props {
  onClose: () => void;
  /** Called with the recovery codes once the second factor is on. */
  onDone: (recoveryCodes: string[]) => void;
}

/** Sets up the second factor: password, then QR code and the first code. */
export function SetupDialog({ onClose, onDone }: Props) {
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
      <QrCode text={setup.uri} label="QR code for your authenticator app" />
      <div>
        <p>Scan this with an authenticator app. No camera? Enter this key in the app:</p>
        <p className={`${styles.secretKey} ${textStyles.tabularNumbers}`}>
          {setup.secret.match(/.{1,4}/g)?.join(' ')}
        </p>
      </div>
    </div>
  );
}

/** QR code. Dark on light in both color modes, because many readers require it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 4 });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg className={styles.qrCode} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  );
}
