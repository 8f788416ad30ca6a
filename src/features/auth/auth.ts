import { z } from '../../lib/schema';

/** Body of a sign-in. */
export const signInInput = z.object({
  password: z.string().check(z.minLength(1, 'Required'), z.maxLength(200)),
});

/** What the guard asks. */
export const authCheck = z.object({ isAuthenticated: z.boolean() });
