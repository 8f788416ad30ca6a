import { useState } from 'react';
import { IconButton } from '../../ui/Button';
import { Pause, Play } from '../../ui/icons';
import './LogoBand.css';

/** Widths follow from the drawings' own ratio at the band's height of 40. The build draws them into one sheet. */
const clients = [
  { name: 'Fernhalt', file: 'fernhalt', width: 152 },
  { name: 'Ironquay', file: 'ironquay', width: 189 },
  { name: 'Tindle', file: 'tindle', width: 101 },
  { name: 'Pocketwell', file: 'pocketwell', width: 136 },
  { name: 'Dermarie', file: 'dermarie', width: 149 },
];

/** The list is repeated so that the loop has no seam. */
const rounds = [0, 1, 2];

/** Who uses it, in a loop that can be paused. */
export function LogoBand() {
  const [paused, setPaused] = useState(false);
  return (
    <section className={paused ? 'band paused' : 'band'} aria-labelledby="band-title">
      <h2 id="band-title">Trusted By Leading Franchise Brands</h2>
      <div className="loop">
        <ul>
          {rounds.flatMap((round) =>
            clients.map(({ name, file, width }) => (
              <li key={`${file}-${round}`} aria-hidden={round > 0 || undefined}>
                <img
                  src={`/pictures/first-view.svg#${file}`}
                  alt={round > 0 ? '' : name}
                  width={width}
                  height={40}
                  decoding="async"
                />
              </li>
            )),
          )}
        </ul>
      </div>
      <IconButton
        label={paused ? 'Play the logos' : 'Pause the logos'}
        onClick={() => setPaused(!paused)}
      >
        {paused ? <Play /> : <Pause />}
      </IconButton>
    </section>
  );
}
