import type { SiteContent } from '../lib/site';
import * as styles from './CrewPortraits.module.css';
import { Picture } from './Picture';
import { getRoleTheme, Portrait } from './Portrait';

interface Props {
  crew: NonNullable<SiteContent['crew']>;
  /** Width and height in CSS pixels. */
  size: number;
}

/** Pictures of the crew. Photographs have a background in the color of the person's role. */
export function CrewPortraits({ crew, size }: Props) {
  return crew.map(({ url, focus, exposure, role }) =>
    role ? (
      <span key={url} className={styles.photo} data-r={getRoleTheme(role)} data-style="photo">
        <Portrait imageUrl={url} focus={focus} exposure={exposure} size={size} />
      </span>
    ) : (
      <Picture
        key={url}
        src={url}
        focus={focus}
        alt=""
        sizes={`${size}px`}
        width={size}
        height={size}
      />
    ),
  );
}
