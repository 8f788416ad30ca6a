import type { LogoTone } from '../../../lib/picture-values';
import { Picture, useBrokenPicture } from '../../../ui/picture/Picture';
import * as styles from './LogoPreview.module.css';

/** Where the site shows a logo: on a page in both color modes, or on the band of the home page. */
export interface LogoGround {
  place: 'page' | 'band';
  tone: LogoTone;
  /** True if the owner chose to show the logo in white on the band. */
  isWhite?: boolean;
}

const grounds = { page: ['light', 'dark'], band: ['band'] } as const;

interface Props extends LogoGround {
  url: string;
}

/** A logo with the plate that the site gives it. */
export function LogoPreview({ url, place, tone, isWhite = false }: Props) {
  const { isBroken, picture } = useBrokenPicture(url);
  const look = isWhite && tone !== 'light' && tone !== 'boxed' ? 'white' : tone;
  return (
    <div className={styles.grounds}>
      {grounds[place].map((ground) => (
        <span key={ground} className={styles.ground} data-ground={ground} data-tone={look}>
          {isBroken ? (
            <small>Cannot be shown</small>
          ) : (
            <Picture {...picture} src={url} alt="" sizes="160px" width={160} height={40} eager />
          )}
        </span>
      ))}
    </div>
  );
}
