import { z } from '../../lib/schema';

/** A link that shows something that is not public yet. */
export const previewLink = z.object({ url: z.string(), expiresAt: z.string() });

export type PreviewLink = z.output<typeof previewLink>;
