/** What only somebody who is there does. Programs that say nothing of themselves do none of it. */
const signsOfLife = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'];

/** Does this once somebody is there. @returns what ends the wait */
export function onFirstSign(work: () => void): () => void {
  const there = new AbortController();
  const end = () => there.abort();
  const begin = () => {
    end();
    work();
  };
  for (const sign of signsOfLife) {
    addEventListener(sign, begin, { signal: there.signal, passive: true });
  }
  return end;
}
