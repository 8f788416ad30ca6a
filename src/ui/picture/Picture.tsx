import { type ComponentProps, useCallback, useState } from 'react';
import { buildPictureSrcset } from '../../lib/picture-url';
import './Picture.css';

/**
 * Returns whether a picture failed to load. A failure before hydration fires no event that React
 * receives, so the ref also checks a picture that is already complete.
 */
export function useBrokenPicture(url: string | null) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const onError = useCallback(() => setBrokenUrl(url), [url]);
  const ref = useCallback(
    (image: HTMLImageElement | null) => {
      // A width of 0 is not enough: an SVG without intrinsic size can report it. Decoding fails
      // only for broken pictures.
      if (image?.complete && image.naturalWidth === 0) image.decode().catch(onError);
    },
    [onError],
  );
  return { isBroken: url !== null && url === brokenUrl, picture: { ref, onError } };
}

interface Props extends Pick<ComponentProps<'img'>, 'ref' | 'onError' | 'className'> {
  src: string;
  /** Empty if the text beside the picture says the same. */
  alt: string;
  /** Focal point of the crop: `"X% Y%"`, optionally with the face's height: `"X% Y% / H%"`. */
  focus?: string | undefined;
  /** How much a photograph is brightened, in percent. */
  exposure?: number | undefined;
  /** Value of the `sizes` attribute. */
  sizes: string;
  /** Maximum width in CSS pixels. With the height it reserves the space. */
  width: number;
  height: number;
  /** Loads immediately and with high priority. For the first viewport. */
  eager?: boolean | undefined;
}

/** Responsive picture: WebP in the size the screen needs, with a fallback file. */
export function Picture({ src, focus, exposure, sizes, eager, ...image }: Props) {
  const sources = buildPictureSrcset(src, image.width);
  const fallback = (
    // biome-ignore lint/a11y/useAltText: `image` contains it, where it is required
    <img
      {...image}
      src={src}
      data-focus={focus}
      data-exposure={exposure}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
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
