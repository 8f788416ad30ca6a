import { getServerMessage } from '../../../lib/http-client';
import { useToast } from '../../../ui/toast';
import { isSessionExpired } from './queries';

/** Returns a function that shows a failed change as a toast, unless the session has expired. */
export function useFailureToast() {
  const toast = useToast();
  return (
    error: unknown,
    description = getServerMessage(error, 'Something went wrong. Please try again.'),
  ): void => {
    if (!isSessionExpired(error)) toast({ title: 'Error', description, tone: 'bad' });
  };
}
