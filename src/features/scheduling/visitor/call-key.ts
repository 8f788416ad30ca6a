import { tokenOfFragment } from '../call';

const name = 'callKey';

/** What of the history entry is ours; whatever else stands there stays. */
const entry = (): Record<string, unknown> => ({ ...history.state });

/**
 * Keeps the key to a call with the entry of the history: a reload still finds it, and it stands in no
 * address, which measuring scripts read by themselves. None: it is forgotten.
 */
export function keepCallKey(token: string | null): void {
  const { [name]: _, ...rest } = entry();
  const state = token === null ? rest : { ...rest, [name]: token };
  history.replaceState(state, '', location.pathname + location.search);
}

/** The key that the mail's link has brought, which goes out of the address at once, or that was kept. */
export function takeCallKey(): string | null {
  const token = tokenOfFragment(location.hash);
  if (token !== null) {
    keepCallKey(token);
    return token;
  }
  const kept = entry()[name];
  return typeof kept === 'string' ? tokenOfFragment(`#call=${kept}`) : null;
}
