import { useState } from 'react';
import type { LogoSection } from '../../content/pages/public-contract';
import { IconButton } from '../../ui/Button';
import { Pause, Play } from '../../ui/icons/icons';
import { Drawing } from './Drawing';
import * as styles from './LogoBand.module.css';

/** Repeats of the list, for a seamless loop. */
const rounds = [0, 1, 2];

/** Client logos in a loop that can be paused. */
export function LogoBand({ title, logos }: LogoSection) {
  const [isPaused, setIsPaused] = useState(false);
  return (
    <section
      className={isPaused ? `${styles.band} ${styles.paused}` : styles.band}
      aria-labelledby="band-title"
    >
      <h2 id="band-title">{title}</h2>
      <div className={styles.loop}>
        <ul data-count={logos.length}>
          {rounds.flatMap((round) =>
            logos.map((logo, index) => (
              <li key={`${index}-${round}`} aria-hidden={round > 0 || undefined}>
                <ClientLogo {...logo} isRepeat={round > 0} />
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

type Logo = LogoSection['logos'][number];

/** A client's logo. Repeats are decoration: without a name, and out of the tab order. */
function ClientLogo({ isRepeat, ...logo }: Logo & { isRepeat: boolean }) {
  const { name, drawing, picture, link, isWhite, width, tone } = logo;
  const alt = isRepeat ? '' : name;
  const image = drawing ? (
    <Drawing viewBox={drawing} alt={alt} />
  ) : (
    <img
      src={picture}
      alt={alt}
      width={width}
      height={40}
      className={isWhite ? styles.white : styles.plate}
      data-tone={tone}
      decoding="async"
    />
  );
  return link ? (
    <a href={link} rel="noopener" tabIndex={isRepeat ? -1 : undefined}>
      {image}
    </a>
  ) : (
    image
  );
}
