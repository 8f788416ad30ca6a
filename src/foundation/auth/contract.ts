import { z } from '../../lib/schema';

/** The request body of a sign-in. */
export const signInInput = z.object({
  password: z.string().check(z.minLength(1, 'Required'), z.maxLength(200)),
  /** The second factor's code, requested after the password if it is on. */
  code: z.optional(z.string().check(z.trim(), z.minLength(1, 'Required'), z.maxLength(40))),
});

/** Body of a change of the password. The code is required only if the second factor is on. */
export const passwordChange = z.object({
  current: z.string().check(z.minLength(1, 'Required'), z.maxLength(200)),
  next: z.string().check(z.minLength(1, 'Required'), z.maxLength(200)),
  code: z.optional(z.string().check(z.trim(), z.minLength(1, 'Required'), z.maxLength(40))),
});

/** The response of the session check. */
export const sessionStatus = z.object({ isAuthenticated: z.boolean() });
