import { useCallback, useState } from 'react';

/**
 * Tells when a picture cannot be shown. A picture that failed before hydration fires no event that
 * React could hear, so what has already loaded is asked, too.
 */
export function useBrokenPicture(url: string | null) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const onError = useCallback(() => setBrokenUrl(url), [url]);
  const ref = useCallback(
    (image: HTMLImageElement | null) => {
      // Width alone does not tell: an SVG without a size of its own may report 0. Decoding does.
      if (image?.complete && image.naturalWidth === 0) image.decode().catch(onError);
    },
    [onError],
  );
  return { isBroken: url !== null && url === brokenUrl, picture: { ref, onError } };
}
