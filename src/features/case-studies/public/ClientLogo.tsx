import type { ReactNode } from 'react';
import { Picture } from '../../../ui/Picture';
import { useBrokenPicture } from '../../../ui/use-broken-picture';
import type { CaseStudy } from '../contract';
import * as styles from './ClientLogo.module.css';

/** The height of a logo in CSS pixels. */
const height = 32;

/** Reserved for a logo whose width is not known. */
const usualWidth = 120;

interface Props {
  study: Pick<CaseStudy, 'clientLogo' | 'logoTone' | 'logoWidth'>;
  /** The client's name, if it is not beside the logo. */
  alt?: string;
  /** Shown without a logo, and if it fails to load. */
  children?: ReactNode;
}

/** A client's logo, on a plate where the page's ground would hide it. */
export function ClientLogo({ study, alt = '', children }: Props) {
  const { clientLogo, logoTone, logoWidth } = study;
  const { isBroken, picture } = useBrokenPicture(clientLogo);
  if (clientLogo === null || isBroken) return children;
  return (
    <span className={styles.logo} data-tone={logoTone}>
      <Picture
        {...picture}
        src={clientLogo}
        alt={alt}
        sizes="200px"
        width={logoWidth || usualWidth}
        height={height}
      />
    </span>
  );
}
