import { listKeys } from '../../lib/list';
import { requiredText, z } from '../../lib/schema';

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
export const sessionStatus = z.object({
  isAuthenticated: z.boolean(),
  /** Only with a session: whether single keys are shortcuts in the admin area. */
  keyboardShortcuts: z.optional(z.boolean()),
});
export type SessionStatus = z.output<typeof sessionStatus>;

/** The kinds of security events, with the owner's labels. */
export const securityEventLabels = {
  'sign-in': 'Signed in',
  'sign-in-failed': 'Wrong password',
  'code-failed': 'Right password, wrong code',
  'sign-out': 'Logged out',
  'session-ended': 'Session ended from another session',
  'sessions-ended': 'All other sessions ended',
  'second-factor-on': 'Second factor turned on',
  'second-factor-off': 'Second factor turned off',
  'recovery-code-used': 'Recovery code used',
  'recovery-codes-renewed': 'New recovery codes made',
  'password-changed': 'Password changed',
  'settings-changed': 'Settings changed',
  'webhook-directed': 'Webhook added, turned on or redirected',
  'leads-exported': 'Leads exported',
} as const;

export type SecurityEventKind = keyof typeof securityEventLabels;

export const securityEvent = z.object({
  id: z.string(),
  kind: z.enum(listKeys(securityEventLabels)),
  detail: z.nullable(z.string()),
  address: z.nullable(z.string()),
  agent: z.nullable(z.string()),
  at: z.string(),
});

export type SecurityEvent = z.output<typeof securityEvent>;

export const runningSession = z.object({
  id: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  address: z.nullable(z.string()),
  agent: z.nullable(z.string()),
  /** The session of this request. */
  current: z.boolean(),
});

export type RunningSession = z.output<typeof runningSession>;

export const secondFactorState = z.object({
  enabledAt: z.nullable(z.string()),
  recoveryCodesLeft: z.number(),
});

export type SecondFactorState = z.output<typeof secondFactorState>;

/** Six digits, or a recovery code. Spaces and dashes are only for reading. */
const oneTimeCode = requiredText(40);

export const setupInput = z.object({ password });
export const secondFactorSetup = z.object({ secret: z.string(), uri: z.string() });
export const confirmInput = z.object({ code: oneTimeCode });
export const proofInput = z.object({ password, code: oneTimeCode });
/** Credentials for ending sessions. The code is required only if the second factor is on. */
export const endSessionsInput = z.object({ password, code: z.optional(oneTimeCode) });
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** Credentials that confirm a sensitive action. */
export type Proof = z.output<typeof endSessionsInput>;
export type SecondFactorSetup = z.output<typeof secondFactorSetup>;
export type RecoveryCodes = z.output<typeof recoveryCodes>;
