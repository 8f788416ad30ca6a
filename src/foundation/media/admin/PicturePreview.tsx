import * as formStyles from '../../../ui/form.module.css';
import { Picture } from '../../../ui/Picture';
import { useBrokenPicture } from '../../../ui/use-broken-picture';
import { FocalPointPicker } from './FocalPointPicker';
import * as styles from './PictureField.module.css';

/** Preview size by shape, in CSS pixels. */
const sizes = {
  portrait: { width: 132, height: 132 },
  case: { width: 240, height: 175 },
  logo: { width: 200, height: 80 },
} as const;

interface Props {
  kind: 'image' | 'logo';
  shape: 'portrait' | 'case';
  url: string;
  focus: string;
  onFocus: (focus: string) => void;
}

/** Preview of the picture, cropped as on its card, with the focal point ring. */
export function PicturePreview({ kind, shape, url, focus, onFocus }: Props) {
  const { isBroken, picture } = useBrokenPicture(url);
  const previewShape = kind === 'logo' ? 'logo' : shape;
  if (url === '' || isBroken) {
    return (
      <div className={styles.frame} data-shape={previewShape}>
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
      focus={kind === 'image' ? focus : undefined}
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
        <FocalPointPicker focus={focus} onChange={onFocus}>
          {image}
        </FocalPointPicker>
      )}
    </div>
  );
}
