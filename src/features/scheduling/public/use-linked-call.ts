import { useEffect, useState } from 'react';
import { getServerMessage, hasStatus } from '../../../lib/http-client';
import type { LinkedCall } from '../contract';
import { onLinkOpened, takeCallToken } from './call-link-state';
import { findCall } from './queries';

interface LookupState {
  isLoading: boolean;
  failure: string | null;
}

/**
 * Loads the call whose link was opened.
 * @param onFound must only set state: later links call the first render's function
 */
export function useLinkedCall(onFound: (call: LinkedCall, token: string) => void): LookupState {
  const [state, setState] = useState<LookupState>({ isLoading: true, failure: null });

  useEffect(
    () =>
      onLinkOpened(async () => {
        const token = takeCallToken();
        if (token === null) return setState({ isLoading: false, failure: null });
        setState({ isLoading: true, failure: null });
        try {
          onFound(await findCall(token), token);
          setState({ isLoading: false, failure: null });
        } catch (error) {
          const isGone = hasStatus(error, 404);
          const failure = isGone
            ? 'We couldn’t find this call. It may have been deleted, or its link was not opened in time. You can book a new one here.'
            : getServerMessage(error, 'The server could not be reached. Please reload the page.');
          setState({ isLoading: false, failure });
        }
      }),
    [],
  );

  return state;
}
