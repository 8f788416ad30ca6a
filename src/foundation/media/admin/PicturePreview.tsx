import type { LogoTone } from '../../../lib/picture-values';
import * as formStyles from '../../../ui/form/form.module.css';
import { Picture, useBrokenPicture } from '../../../ui/picture/Picture';
import { FocalPointPicker } from './FocalPointPicker';
import * as logoStyles from './LogoPreview.module.css';
import * as styles from './PictureField.module.css';

/** Preview size by shape, in CSS pixels. */
const sizes = {
  portrait: { width: 132, height: 132 },
  /** The whole picture, with the face to choose. */
  photo: { width: 240, height: 240 },
  case: { width: 240, height: 175 },
  logo: { width: 200, height: 80 },
} as const;

interface Props {
  kind: 'image' | 'logo';
  shape: 'portrait' | 'case';
  url: string;
  focus: string;
  /** Whether to show the whole photograph, with a ring to put around the face. */
  hasFace: boolean;
  onFocus: (focus: string) => void;
}

/**
 * Preview of the picture with the focal point ring, cropped as on its card. A person's photograph is
 * shown whole, with a ring to put around the face.
 */
export function PicturePreview({ kind, shape, url, focus, hasFace, onFocus }: Props) {
  const { isBroken, picture } = useBrokenPicture(url);
  const previewShape = kind === 'logo' ? 'logo' : hasFace ? 'photo' : shape;
  if (url === '' || isBroken) {
    return (
      <div className={`${styles.frame} ${styles.empty}`} data-shape={previewShape}>
        <span className={`${formStyles.hint} ${styles.hint}`}>
          {isBroken ? 'Cannot be shown' : 'No picture'}
        </span>
      </div>
    );
  }
  const { width, height } = sizes[previewShape];
  const image = (
    <Picture
      {...picture}
      src={url}
      alt=""
      focus={kind === 'image' && !hasFace ? focus : undefined}
      sizes={`${width}px`}
      width={width}
      height={height}
      eager
    />
  );
  return (
    <div className={styles.frame} data-shape={previewShape}>
      {kind === 'logo' ? (
        image
      ) : (
        <FocalPointPicker focus={focus} hasFace={hasFace} onChange={onFocus}>
          {image}
        </FocalPointPicker>
      )}
    </div>
  );
}

/** Where the site shows a logo: on a page in both color modes, or on the band of the home page. */
export interface LogoGround {
  place: 'page' | 'band';
  tone: LogoTone;
  /** True if the owner chose to show the logo in white on the band. */
  isWhite?: boolean;
}

const grounds = { page: ['light', 'dark'], band: ['band'] } as const;

interface LogoProps extends LogoGround {
  url: string;
}

/** A logo with the plate that the site gives it. */
export function LogoPreview({ url, place, tone, isWhite = false }: LogoProps) {
  const { isBroken, picture } = useBrokenPicture(url);
  const look = isWhite && tone !== 'light' && tone !== 'boxed' ? 'white' : tone;
  return (
    <div className={logoStyles.grounds}>
      {grounds[place].map((ground) => (
        <span key={ground} className={logoStyles.ground} data-ground={ground} data-tone={look}>
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
