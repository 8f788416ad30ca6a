import { useState } from 'react';
import { formatMoment } from '../../lib/format-date';
import { Button } from '../../ui/Button';
import { useToast } from '../../ui/toast';
import { ProofDialog } from './ProofDialog';
import { RecoveryCodesDialog } from './RecoveryCodesDialog';
import { SetupDialog } from './SetupDialog';
import type { SecondFactorState } from './security';
import { useRenewRecoveryCodes, useTurnOff } from './security-queries';

type Open = 'setup' | 'renew' | 'off' | null;

/** The second factor: whether it is on, and the ways to change that. */
export function SecondFactor({ state }: { state: SecondFactorState }) {
  const { enabledAt, recoveryCodesLeft: left } = state;
  const [open, setOpen] = useState<Open>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const renew = useRenewRecoveryCodes();
  const turnOff = useTurnOff();
  const toast = useToast();
  const close = () => setOpen(null);
  const show = (fresh: string[]) => {
    close();
    setCodes(fresh);
  };

  return (
    <>
      {enabledAt ? (
        <>
          <p>
            <b>On</b> since {formatMoment(enabledAt)}. Signing in asks for a code of your
            authenticator app after the password.
          </p>
          <p className={left < 3 ? 'warn' : 'meta'}>
            {`${left} ${left === 1 ? 'recovery code is' : 'recovery codes are'} left.`}
            {left < 3 && ' Make new ones before you need them.'}
          </p>
          <div className="acts">
            <Button variant="secondary" onClick={() => setOpen('renew')}>
              New recovery codes
            </Button>
            <Button variant="secondary" onClick={() => setOpen('off')}>
              Turn off
            </Button>
          </div>
        </>
      ) : (
        <>
          <p>
            <b>Off.</b> Whoever has the password gets in. With the second factor on, they need your
            phone as well.
          </p>
          <div className="acts">
            <Button onClick={() => setOpen('setup')}>Set up</Button>
          </div>
        </>
      )}
      {open === 'setup' && <SetupDialog onClose={close} onDone={show} />}
      {open === 'renew' && (
        <ProofDialog
          title="New recovery codes"
          text="The ten codes of before count no longer."
          action="Make new codes"
          needsCode
          onClose={close}
          onProof={async (proof) => show((await renew.mutateAsync(proof)).recoveryCodes)}
        />
      )}
      {open === 'off' && (
        <ProofDialog
          title="Turn off the second factor"
          text="The password alone will open the admin area again."
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
