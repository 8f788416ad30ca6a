import { useSessionRecovery } from './SessionProvider';

/**
 * Returns a function that runs a save, and repeats it after a sign-in if the session had expired.
 * It resolves to whether the save succeeded; the mutation shows why not.
 * @param isDirty for a form that is always mounted: whether it has been edited
 */
export function useTrySave(isDirty?: boolean) {
  const retryAfterSignIn = useSessionRecovery(isDirty);
  return (save: () => Promise<unknown>): Promise<boolean> =>
    retryAfterSignIn(save).then(
      () => true,
      () => false,
    );
}
