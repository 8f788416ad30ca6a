import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../lib/network/http-client';
import { Button, type ButtonVariant } from '../../../ui/Button';
import { useErrorToast } from '../../auth/admin/SessionProvider';

interface Props {
  deliveryId: string;
  /** The delivery's name, for the button's: "Send again: Email notification". */
  subject: string;
  variant?: ButtonVariant;
}

/** Makes a delivery due now, or shows the reason for a failure. */
export function SendAgainButton({ deliveryId, subject, variant = 'quiet' }: Props) {
  const client = useQueryClient();
  const showError = useErrorToast();
  const sendAgain = useMutation({
    mutationFn: () => request(`/api/deliveries/${deliveryId}/retry`, { method: 'POST' }),
    onError: (error) => showError(error),
    // Leads, the overview and the logs of webhooks show deliveries.
    onSettled: () => client.invalidateQueries({ queryKey: ['/api'] }),
  });
  return (
    <Button
      variant={variant}
      size="touch"
      aria-label={`Send again: ${subject}`}
      busy={sendAgain.isPending}
      onClick={() => sendAgain.mutate()}
    >
      Send again
    </Button>
  );
}
