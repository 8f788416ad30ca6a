/**
 * The widths, in pixels, in which a picture is stored: for what the site shows (portraits of 66 to
 * 172 px, case pictures of 350 to 959 px) at one to three device pixels per CSS pixel. Above 1800,
 * a third device pixel is no longer visible.
 */
export const pictureWidths = [192, 344, 516, 720, 1080, 1440, 1800] as const;

export type PictureWidth = (typeof pictureWidths)[number];

/** The path under which pictures are served. */
export const picturesPath = '/objects/';

/** Returns the URL of a picture: that of its fallback file, a JPEG or PNG that every program reads. */
export const buildPictureUrl = (id: string): string => `${picturesPath}${id}`;

/** The name of the file of a logo that browser tabs show. */
export const iconName = 'icon.png';

/** Returns the URL of a logo's icon. A logo that was not uploaded is its own. */
export const buildIconUrl = (logo: string): string =>
  logo.startsWith(picturesPath) ? `${logo}/${iconName}` : logo;

/** The part of a frame's height that a face fills, in percent. */
const framedHeadPercent = 60;

/** The maximum enlargement of a photograph, however small its face is. */
const maxZoom = 2.6;

/** Returns how much larger than its frame a photograph is, so that all faces have the same size. */
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
