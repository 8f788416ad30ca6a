import { type Plan, plan } from '../../cover/contract';
import { decodePlan } from '../../cover/plan-code';
import { countPlanMinutes } from '../../cover/plan-words';
import { readStoredText, storeText } from '../../lib/browser/browser-storage';
import { createIdempotencyKey } from '../../lib/browser/create-idempotency-key';
import { z } from '../../lib/schema';
import { emptyLeadValues, type LeadValues, leadLimits } from '../inquiry/lead-form-options';

/** Longer than any valid value; longer text was not written by this site. */
const anyText = z.string().check(z.maxLength(2 * leadLimits.message));

const draftSchema = z.object({
  version: z.literal(1),
  values: z.object({
    companyName: anyText,
    contactName: anyText,
    email: anyText,
    phone: anyText,
    industry: anyText,
    numberOfLocations: anyText,
    interestedPackage: anyText,
    message: anyText,
  }),
  /** The plan that goes along. A draft of an earlier release has none. */
  plan: z.catch(z._default(z.nullable(plan), null), null),
  /** Sent as `Idempotency-Key`. */
  key: z.string().check(z.minLength(8), z.maxLength(200), z.regex(/^[\x21-\x7e]+$/)),
  /** Content sent with this key without a clear rejection: the server may have stored it. */
  pending: z.nullable(z.string()),
});

/** An inquiry that has not been sent yet. */
type Draft = Omit<z.output<typeof draftSchema>, 'version'>;

export const createDraft = (createKey: () => string): Draft => ({
  values: emptyLeadValues,
  plan: null,
  key: createKey(),
  pending: null,
});

export const serializeDraft = (draft: Draft): string => JSON.stringify({ version: 1, ...draft });

/** Parses a stored draft. Null if there is none or it is invalid. */
export function parseDraft(text: string | null): Draft | null {
  if (text === null) return null;
  try {
    const { version, ...draft } = draftSchema.parse(JSON.parse(text));
    return draft;
  } catch {
    return null;
  }
}

export const draftStorageKey = 'lead-draft';

/** Change that another tab made to the draft. */
export type OtherTabChange = 'typed' | 'sent';

interface DraftStoreOptions {
  /** May throw, for example in private mode or when cookies are blocked. */
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  createKey: () => string;
}

/**
 * Creates the store of the browser's one draft. The draft is in memory and, if storage works, in
 * local storage, where other tabs and later page loads read it.
 */
export function createDraftStore({ storage, createKey }: DraftStoreOptions) {
  const listeners = new Set<(change: OtherTabChange) => void>();
  let draft: Draft | null = null;

  function getDraft(): Draft {
    draft ??= parseDraft(readStoredText(draftStorageKey, storage)) ?? createDraft(createKey);
    return draft;
  }

  function updateDraft(changes: Partial<Draft>): Draft {
    draft = { ...getDraft(), ...changes };
    storeText(draftStorageKey, serializeDraft(draft), storage);
    return draft;
  }

  return {
    values: (): LeadValues => getDraft().values,

    plan: (): Plan | null => getDraft().plan,

    /** Stores the plan that goes along, unless it is the same as before. */
    setPlan(next: Plan | null): void {
      if (JSON.stringify(getDraft().plan) !== JSON.stringify(next)) updateDraft({ plan: next });
    },

    setValues: (values: LeadValues): void => void updateDraft({ values }),

    /**
     * Records an attempt. Call it right before sending `content`. The same content reuses the key,
     * so it is stored once; if other content may already be stored under it, the draft gets a new
     * one.
     * @returns the idempotency key to send it with
     */
    startAttempt(content: string): string {
      const { key, pending } = getDraft();
      const isEdited = pending !== null && pending !== content;
      return updateDraft({ key: isEdited ? createKey() : key, pending: content }).key;
    },

    /** Records that the server rejected the request with this key and stored nothing. */
    markRejected(key: string): void {
      if (getDraft().key === key) updateDraft({ pending: null });
    },

    /** Replaces a key that the server stored with another inquiry. */
    replaceKey(key: string): void {
      if (getDraft().key === key) updateDraft({ key: createKey(), pending: null });
    },

    /**
     * Records that the request with this key is stored. Clears the draft, unless it already has a
     * newer key. If another tab has edited it during sending, it stays, as a new inquiry.
     * @param sent the values when they were sent
     */
    markSent(key: string, sent: LeadValues): void {
      if (getDraft().key !== key) return;
      if (JSON.stringify(getDraft().values) !== JSON.stringify(sent)) {
        updateDraft({ key: createKey(), pending: null });
        return;
      }
      draft = createDraft(createKey);
      try {
        storage().removeItem(draftStorageKey);
      } catch {
        // Storage is blocked, so the draft was never in it.
      }
    },

    /**
     * Applies a change by another tab.
     * @param text the stored draft; null when that tab removed it after sending it
     */
    receive(text: string | null): void {
      const received = parseDraft(text);
      if (text !== null && received === null) return;
      draft = received ?? createDraft(createKey);
      for (const listener of listeners) listener(received ? 'typed' : 'sent');
    },

    /** Subscribes to changes that other tabs make. */
    subscribe(listener: (change: OtherTabChange) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** This tab's store. Synchronizes with other tabs from its first use. */
export const draftStore = createDraftStore({
  storage: () => localStorage,
  createKey: createIdempotencyKey,
});

if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === draftStorageKey) draftStore.receive(newValue);
  });
  // In the back/forward cache, a page receives no storage events.
  let textAtLeaving: string | null = null;
  window.addEventListener('pagehide', () => {
    textAtLeaving = readStoredText(draftStorageKey);
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    const text = readStoredText(draftStorageKey);
    // Without a change, an open form must not close as if it had been sent.
    if (text !== textAtLeaving) draftStore.receive(text);
  });
}

/** The parts of the last sent inquiry that later steps need. */
export interface SentLead {
  id: string;
  contactName: string;
  email: string;
  companyName: string;
}

// In memory only: the privacy page promises that typed data leaves the browser once it is sent.
let lastSentLead: SentLead | null = null;

/** Remembers the sent inquiry until the page closes. */
export function rememberSentLead({ id, contactName, email, companyName }: SentLead): void {
  lastSentLead = { id, contactName, email, companyName };
}

/** Returns the inquiry sent from this page, or null. */
export const getSentLead = (): SentLead | null => lastSentLead;

/** Returns the plan that the page's address has, otherwise that of the draft; null without hours. */
export function getCurrentPlan(): Plan | null {
  const code = location.pathname === '/cover' && new URLSearchParams(location.search).get('p');
  const current = (code && decodePlan(code)) || draftStore.plan();
  return current && countPlanMinutes(current) > 0 ? current : null;
}
