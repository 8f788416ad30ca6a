/**
 * The widths, in pixels, in which a picture is stored: for what the site shows (portraits of 66 to
 * 172 px, case pictures of 350 to 959 px) at one to three device pixels per CSS pixel. Above 1800,
 * a third device pixel is not visible any more.
 */
export const pictureWidths = [192, 344, 516, 720, 1080, 1440, 1800] as const;

export type PictureWidth = (typeof pictureWidths)[number];

/** The path under which pictures are served. */
export const picturesPath = '/objects/';

/** How a picture is shown: filling its frame, or standing on the color behind it. */
export const pictureStyles = ['photo', 'cutout'] as const;

export type PictureStyle = (typeof pictureStyles)[number];

/** The color of a logo, from which the ground that it needs follows. Boxed: it has its own. */
export const logoTones = ['dark', 'light', 'color', 'boxed'] as const;

export type LogoTone = (typeof logoTones)[number];

/** How much a photograph is brightened, in percent. In steps of 10. */
export const exposureLimits = { min: 90, usual: 100, max: 160 } as const;

/** Returns the URL of a picture: that of its fallback file, a JPEG or PNG that every program reads. */
export const buildPictureUrl = (id: string): string => `${picturesPath}${id}`;

/**
 * The allowed URLs of a picture: a path of this site, or https. Nothing else is safe in `src`:
 * `javascript:` and `data:` run or contain foreign content, `//` and a backslash lead to other sites.
 */
const pictureUrlPattern = /^(?:\/(?!\/)|https:\/\/[^/?#@\\\s])[^\\\s]*$/i;

/** Returns whether a picture may be loaded from a URL. */
export const isPictureUrl = (text: string): boolean => pictureUrlPattern.test(text);

/**
 * `"X% Y%"`, the focal point as in CSS `object-position`, or `"X% Y% / H%"`, which says how much of the
 * picture's height the face takes from hair to chin. In steps of five.
 */
export const focusPattern = /^(?:100|[1-9]?[05])% (?:100|[1-9]?[05])%(?: \/ (?:100|[1-9][05])%)?$/;

/** The part of a frame's height that a face fills, in percent. */
const framedHeadPercent = 60;

/** The maximum enlargement of a photograph, however small its face is. */
const maxZoom = 2.6;

/** Returns how much larger than its frame a photograph is, so that its face has the same size as all. */
export function getPictureZoom(focus = ''): number {
  const head = Number.parseInt(focus.split('/ ')[1] ?? '100', 10);
  return Math.min(maxZoom, Math.max(1, framedHeadPercent / head));
}

/**
 * Returns an uploaded picture's WebP files as a `srcset`; undefined for any other picture.
 * @param maxCssWidth files larger than three times this width are left out
 */
export function buildPictureSrcset(src: string, maxCssWidth: number): string | undefined {
  if (!src.startsWith(picturesPath) || src.endsWith('.webp')) return undefined;
  return pictureWidths
    .filter((_, index) => (pictureWidths[index - 1] ?? 0) < 3 * maxCssWidth)
    .map((width) => `${src}/${width}.webp ${width}w`)
    .join(', ');
}
