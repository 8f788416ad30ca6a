import { useState } from 'react';
import { IconButton } from '../../ui/Button';
import { Pause, Play } from '../../ui/icons';
import { Drawing } from './Drawing';
import * as styles from './LogoBand.module.css';

const clients = [
  { name: 'Fernhalt', file: 'fernhalt' },
  { name: 'Ironquay', file: 'ironquay' },
  { name: 'Tindle', file: 'tindle' },
  { name: 'Pocketwell', file: 'pocketwell' },
  { name: 'Dermarie', file: 'dermarie' },
];

/** Repeats of the list, for a seamless loop. */
const rounds = [0, 1, 2];

/** Client logos in a loop that can be paused. */
export function LogoBand() {
  const [isPaused, setIsPaused] = useState(false);
  return (
    <section
      className={isPaused ? `${styles.band} ${styles.paused}` : styles.band}
      aria-labelledby="band-title"
    >
      <h2 id="band-title">Trusted By Leading Franchise Brands</h2>
      <div className={styles.loop}>
        <ul>
          {rounds.flatMap((round) =>
            clients.map(({ name, file }) => (
              <li key={`${file}-${round}`} aria-hidden={round > 0 || undefined}>
                <Drawing name={file} alt={round > 0 ? '' : name} />
              </li>
            )),
          )}
        </ul>
      </div>
      <IconButton
        label={isPaused ? 'Play the logos' : 'Pause the logos'}
        onClick={() => setIsPaused(!isPaused)}
      >
        {isPaused ? <Play /> : <Pause />}
      </IconButton>
    </section>
  );
}
