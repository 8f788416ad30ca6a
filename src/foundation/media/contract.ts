import { logoTones, pictureStyles } from '../../lib/picture-values';
import { z } from '../../lib/schema';

/** Where to send a picture. */
export const uploadTarget = z.object({ uploadURL: z.string(), servingPath: z.string() });

export type UploadTarget = z.output<typeof uploadTarget>;

/** The response to an upload. */
export const storedPicture = z.object({
  servingPath: z.string(),
  width: z.number(),
  height: z.number(),
  style: z.enum(pictureStyles),
  tone: z.enum(logoTones),
  /** How much a photograph is to be brightened, in percent. */
  exposure: z.number(),
});

export type StoredPicture = z.output<typeof storedPicture>;
