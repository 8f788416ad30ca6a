import { z } from '../../lib/schema';

const password = z.string().check(z.minLength(1, 'Required'), z.maxLength(200));

/** The second factor's code, required only if it is on. */
const code = z.optional(z.string().check(z.trim(), z.minLength(1, 'Required'), z.maxLength(40)));

/** The request body of a sign-in. */
export const signInInput = z.object({ password, code });
export type SignInInput = z.output<typeof signInInput>;

/** The request body of a change of the password. */
export const passwordChange = z.object({ current: password, next: password, code });
export type PasswordChange = z.output<typeof passwordChange>;

/** The response of the session check. */
export const sessionStatus = z.object({ isAuthenticated: z.boolean() });
export type SessionStatus = z.output<typeof sessionStatus>;
