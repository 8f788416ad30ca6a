import type { ComponentProps } from 'react';
import { buildPictureSrcset } from '../lib/picture-url';
import './Picture.css';

interface Props extends Pick<ComponentProps<'img'>, 'ref' | 'onError' | 'className'> {
  src: string;
  /** Empty when the text beside it says the same. */
  alt: string;
  /** What stays in view where it is cropped: `"X% Y%"` in steps of ten. */
  focus?: string | undefined;
  /** How wide it is shown, as the attribute `sizes` has it. */
  sizes: string;
  /** The most CSS pixels that it is shown at; with the height, the room that is kept for it. */
  width: number;
  height: number;
  /** For the first screen: it loads at once and before others. */
  eager?: boolean | undefined;
}

/** A picture in the size that the screen needs: WebP, with the fallback file for who cannot read it. */
export function Picture({ src, focus, sizes, eager = false, ...image }: Props) {
  const sources = buildPictureSrcset(src, image.width);
  const fallback = (
    // biome-ignore lint/a11y/useAltText: it is among the properties, and required there
    <img
      {...image}
      src={src}
      data-focus={focus}
      loading={eager ? 'eager' : 'lazy'}
      {...(eager && { fetchPriority: 'high' })}
      decoding="async"
    />
  );
  if (sources === undefined) return fallback;
  return (
    <picture>
      <source type="image/webp" srcSet={sources} sizes={sizes} />
      {fallback}
    </picture>
  );
}
