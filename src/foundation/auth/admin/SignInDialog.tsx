import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { LoginForm } from './LoginForm';

interface Props {
  onSignedIn: () => void;
  onCancel: () => void;
}

/** Asks for the password over an open form, so that nothing typed is lost. */
export function SignInDialog({ onSignedIn, onCancel }: Props) {
  return (
    <Dialog open onClose={onCancel} title="Your session has ended">
      <p>Log in again to continue. Nothing you typed is lost.</p>
      <LoginForm onSignedIn={onSignedIn}>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </LoginForm>
    </Dialog>
  );
}
