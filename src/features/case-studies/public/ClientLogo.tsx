import { Picture } from '../../../ui/Picture';
import { useBrokenPicture } from '../../../ui/use-broken-picture';
import * as styles from './ClientLogo.module.css';

/**
 * Size of the logo's box in CSS pixels, with padding. Fixed, so that nothing shifts when a logo
 * loads.
 */
const boxSize = { width: 120, height: 56 };

/**
 * A client's logo beside the client's name. Renders nothing when there is no logo or it fails to
 * load.
 */
export function ClientLogo({ src }: { src: string | null }) {
  const { isBroken, picture } = useBrokenPicture(src);
  if (src === null || isBroken) return null;
  return (
    <Picture
      {...picture}
      {...boxSize}
      className={styles.logo}
      src={src}
      alt=""
      sizes={`${boxSize.width}px`}
    />
  );
}
