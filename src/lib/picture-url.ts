/**
 * The widths, in pixels, that a picture is stored in. From what the site shows: portraits of 172 px on
 * cards, 96 px beside the lead form and 66 px in the owner's list, and case pictures from 350 px (a
 * phone) over 746 px (seven of twelve columns) to 959 px (edge to edge), each at one to three device pixels
 * to the CSS pixel; 1800 is where a third one stops to be seen.
 */
export const pictureWidths = [192, 344, 516, 720, 1080, 1440, 1800] as const;

export type PictureWidth = (typeof pictureWidths)[number];

/** Where pictures are served from. */
export const picturesPath = '/objects/';

/** The address of a picture: that of its fallback file, a JPEG or PNG that every program reads. */
export const buildPictureUrl = (id: string): string => `${picturesPath}${id}`;

/**
 * What a picture's address may be: a path of this site, or https. Everything else does nothing good in
 * `src`: `javascript:` and `data:` run or carry what somebody put there, `//` and a backslash lead elsewhere.
 */
const pictureUrlPattern = /^(?:\/(?!\/)|https:\/\/[^/?#@\\\s])[^\\\s]*$/i;

/** Whether a text is an address that a picture may be loaded from. */
export const isPictureUrl = (text: string): boolean => pictureUrlPattern.test(text);

/** `"X% Y%"` in steps of ten: the part of a picture that stays in view, as `object-position` has it. */
export const focusPattern = /^(?:100|[1-9]?0)% (?:100|[1-9]?0)%$/;

/**
 * The WebP files of a picture as a `srcset`.
 * @param src its address; one that does not come from an upload has no such files
 * @param maxCssWidth the most CSS pixels it is shown at: none of the files is larger than three times that needs
 */
export function buildPictureSrcset(src: string, maxCssWidth: number): string | undefined {
  if (!src.startsWith(picturesPath) || src.endsWith('.webp')) return undefined;
  const sufficientIndex = pictureWidths.findIndex((width) => width >= 3 * maxCssWidth);
  const widths =
    sufficientIndex === -1 ? pictureWidths : pictureWidths.slice(0, sufficientIndex + 1);
  return widths.map((width) => `${src}/${width}.webp ${width}w`).join(', ');
}
