import type { ReactNode } from 'react';
import { getPictureZoom } from '../../lib/picture-url';
import type { PictureStyle } from '../../lib/picture-values';
import { Picture, useBrokenPicture } from './Picture';
import * as styles from './Portrait.module.css';

const roleThemes: Record<string, string> = {
  'Executive Assistant': 'ea',
  'Operations Manager': 'om',
  Receptionist: 'rec',
  'Customer Support': 'cs',
};

/** Returns the color theme of a role, for `data-r`. */
export const getRoleTheme = (role: string): string => roleThemes[role] ?? 'none';

interface Props {
  imageUrl: string | null;
  /** Alt text. Not needed if the name is beside the picture. */
  alt?: string | null;
  /** Focal point and face: see `Picture`. */
  focus?: string | undefined;
  /** How much a photograph is brightened, in percent. */
  exposure?: number | undefined;
  /** Width and height in CSS pixels. */
  size: number;
  className?: string | undefined;
  /** Loads immediately instead of near the viewport. */
  eager?: boolean;
}

/** A person's picture, or a drawn figure if there is none or it fails to load. */
export function Portrait({ imageUrl, alt, size, className = '', ...image }: Props) {
  const { isBroken, picture } = useBrokenPicture(imageUrl);
  if (imageUrl === null || isBroken) {
    return (
      <svg
        className={`${styles.figure} ${className}`}
        viewBox="0 0 124 124"
        width={124}
        height={124}
        fill="none"
        stroke="currentColor"
        strokeWidth={3}
        aria-hidden="true"
      >
        <path d="M8 126c4-30 26-42 54-42s50 12 54 42M62 20c17 0 27 13 27 30S79 80 62 80 35 67 35 50s10-30 27-30z" />
      </svg>
    );
  }
  // An enlarged picture in portrait format is 0.65 times as wide as its frame, times the zoom.
  const width = Math.round(size * Math.max(1, 0.65 * getPictureZoom(image.focus)));
  return (
    <Picture
      {...picture}
      {...image}
      className={`${styles.photo} ${className}`}
      src={imageUrl}
      alt={alt ?? ''}
      sizes={`${width}px`}
      width={width}
      height={width}
    />
  );
}

interface PersonPictureProps extends Pick<Props, 'alt' | 'size' | 'eager'> {
  person: {
    role: string;
    imageUrl: string | null;
    imageFocus?: string | undefined;
    imageStyle?: PictureStyle | undefined;
    imageExposure?: number | undefined;
  };
  className?: string | undefined;
  portraitClass?: string | undefined;
  /** Beside the portrait. */
  children?: ReactNode;
}

/** A person's portrait, before the color of their role. */
export function PersonPicture(props: PersonPictureProps) {
  const { person, className, portraitClass, children, ...portrait } = props;
  return (
    <div className={className} data-r={getRoleTheme(person.role)} data-style={person.imageStyle}>
      <Portrait
        {...portrait}
        imageUrl={person.imageUrl}
        focus={person.imageFocus}
        exposure={person.imageExposure}
        className={portraitClass}
      />
      {children}
    </div>
  );
}
