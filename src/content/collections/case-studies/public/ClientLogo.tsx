import { Picture, useBrokenPicture } from '../../../../ui/picture/Picture';
import type { CaseStudy } from '../contract';
import * as styles from './ClientLogo.module.css';

/** The height of a logo in CSS pixels. */
const height = 32;

/** Reserved for a logo whose width is not known. */
const usualWidth = 120;

interface Props {
  study: Pick<CaseStudy, 'clientLogo' | 'logoTone' | 'logoWidth'>;
  /** Replaces the logo if there is none or it fails to load. Empty if it is beside the logo. */
  name: string;
}

/** A client's logo, on a plate if it would not stand out from the page's background. */
export function ClientLogo({ study, name }: Props) {
  const { clientLogo, logoTone, logoWidth } = study;
  const { isBroken, picture } = useBrokenPicture(clientLogo);
  if (clientLogo === null || isBroken) return name;
  return (
    <span className={styles.logo} data-tone={logoTone}>
      <Picture
        {...picture}
        src={clientLogo}
        alt={name}
        sizes="200px"
        width={logoWidth || usualWidth}
        height={height}
      />
    </span>
  );
}
