import { z } from '../../lib/schema';

/** Body of a sign-in. */
export const signInInput = z.object({
  password: z.string().check(z.minLength(1, 'Required'), z.maxLength(200)),
  /** The second factor's: asked for after the password where it is on. */
  code: z.optional(z.string().check(z.trim(), z.minLength(1, 'Required'), z.maxLength(40))),
});

/** What the guard asks. */
export const sessionStatus = z.object({ isAuthenticated: z.boolean() });
