/**
 * The widths, in pixels, in which a picture is stored. Derived from what the site shows: portraits of 172
 * px on cards, 96 px beside the lead form and 66 px in the admin lists, and case pictures from 350 px (a
 * phone) through 746 px (seven of twelve columns) to 959 px (full width), each at one to three device
 * pixels per CSS pixel. Above 1800, a third device pixel is not visible any more.
 */
export const pictureWidths = [192, 344, 516, 720, 1080, 1440, 1800] as const;

export type PictureWidth = (typeof pictureWidths)[number];

/** The path under which pictures are served. */
export const picturesPath = '/objects/';

/** Returns the URL of a picture: that of its fallback file, a JPEG or PNG that every program reads. */
export const buildPictureUrl = (id: string): string => `${picturesPath}${id}`;

/**
 * The allowed URLs of a picture: a path of this site, or https. Nothing else is safe in `src`:
 * `javascript:` and `data:` run or contain foreign content, `//` and a backslash lead to other sites.
 */
const pictureUrlPattern = /^(?:\/(?!\/)|https:\/\/[^/?#@\\\s])[^\\\s]*$/i;

/** Returns whether a picture may be loaded from a URL. */
export const isPictureUrl = (text: string): boolean => pictureUrlPattern.test(text);

/** `"X% Y%"` in steps of ten: the focal point, as in CSS `object-position`. */
export const focusPattern = /^(?:100|[1-9]?0)% (?:100|[1-9]?0)%$/;

/**
 * Returns a picture's WebP files as a `srcset`.
 * @param src its URL; one that does not come from an upload has no such files
 * @param maxCssWidth the largest width in CSS pixels that it is shown at; larger files than three times
 *   that are left out
 */
export function buildPictureSrcset(src: string, maxCssWidth: number): string | undefined {
  if (!src.startsWith(picturesPath) || src.endsWith('.webp')) return undefined;
  const sufficientIndex = pictureWidths.findIndex((width) => width >= 3 * maxCssWidth);
  const widths =
    sufficientIndex === -1 ? pictureWidths : pictureWidths.slice(0, sufficientIndex + 1);
  return widths.map((width) => `${src}/${width}.webp ${width}w`).join(', ');
}
