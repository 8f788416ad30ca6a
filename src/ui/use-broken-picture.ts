import { useCallback, useState } from 'react';

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
