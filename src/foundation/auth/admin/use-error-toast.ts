import { getServerMessage } from '../../../lib/network/http-client';
import { useToast } from '../../../ui/toast/toast';
import { isSessionExpired } from './queries';

/**
 * Returns a function that shows why a request failed, by default in the server's words. Ignores an
 * expired session, which `SessionProvider` handles.
 */
export function useErrorToast() {
  const toast = useToast();
  return (
    error: unknown,
    description = getServerMessage(error, 'Something went wrong. Please try again.'),
  ): void => {
    if (!isSessionExpired(error)) toast({ title: 'Error', description, tone: 'bad' });
  };
}
