import { Picture } from './Picture';
import { useBrokenPicture } from './use-broken-picture';
import './Portrait.css';

const roleThemes: Record<string, string> = {
  'Executive Assistant': 'ea',
  'Operations Manager': 'om',
  Receptionist: 'rec',
  'Customer Support': 'cs',
};

/** The card stock behind a person of this role: a value for `data-r`. */
export const getRoleTheme = (role: string): string => roleThemes[role] ?? 'none';

interface Props {
  imageUrl: string | null;
  /** What it shows; none is needed where the name stands beside it. */
  alt?: string | null;
  /** What stays in view: `"X% Y%"` in steps of ten. */
  focus?: string | undefined;
  /** Width and height in CSS pixels. */
  size: number;
  /** Loads at once instead of when it comes near the screen. */
  eager?: boolean;
}

/** A person's picture, or the drawn figure when there is none or it cannot be shown. */
export function Portrait({ imageUrl, alt, focus, size, eager }: Props) {
  const { isBroken, picture } = useBrokenPicture(imageUrl);
  if (imageUrl === null || isBroken) {
    return (
      <svg
        className="fall"
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
  return (
    <Picture
      {...picture}
      className="portrait"
      src={imageUrl}
      alt={alt ?? ''}
      focus={focus}
      sizes={`${size}px`}
      width={size}
      height={size}
      eager={eager}
    />
  );
}
