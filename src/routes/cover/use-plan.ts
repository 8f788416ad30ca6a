import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import type { PublicTalent } from '../../content/collections/talents/contract';
import { maxShortlistEntries } from '../../content/collections/talents/shortlist/shortlist';
import { listAssignedIds } from '../../cover/answer';
import type { CoverAnswer, Plan } from '../../cover/contract';
import { encodePlan, planStorageKey } from '../../cover/encode-plan';
import { countPlanMinutes } from '../../cover/plan-words';
import { readStoredText, storeText } from '../../lib/browser/browser-storage';
import { afterNextPaint } from '../../lib/browser/browser-timing';
import { createIdempotencyKey } from '../../lib/browser/create-idempotency-key';
import { request } from '../../lib/network/http-client';
import type { CoverState } from './cover-state';

/** Tells the views of the page apart. Never stored, so that it identifies nobody. */
let id: string | undefined;
let latest = '';
let reported = '';

function report(): void {
  if (document.visibilityState !== 'hidden' || latest === reported) return;
  reported = latest;
  id ??= createIdempotencyKey();
  const body = new Blob([JSON.stringify({ id, code: latest })], { type: 'application/json' });
  navigator.sendBeacon('/api/cover/demand', body);
}

/**
 * Reports a plan that the visitor has painted, once the page is hidden or left: the last one counts,
 * so call it after each stroke. The server counts its hours, and stores nothing else.
 * @param code of `encodePlan`
 */
function reportPlan(code: string): void {
  if (latest === '') document.addEventListener('visibilitychange', report);
  latest = code;
  // The visitor may have switched to another tab right after the stroke.
  report();
}

const coverPath = '/cover';

const buildAddress = (code: string) => `${coverPath}?p=${code}`;

/** Writes a plan to the browser's storage, and to the address unless the page has been left. */
function storePlan(plan: Plan): void {
  const code = encodePlan(plan);
  storeText(planStorageKey, code);
  reportPlan(code);
  if (location.pathname !== coverPath) return;
  history.replaceState(history.state, '', buildAddress(code) + location.hash);
}

/** Answers that take longer are announced as slow. */
const slowAfterMs = 330;

type People = ReadonlyMap<string, PublicTalent>;

const addPeople = (people: People, talents: readonly PublicTalent[]): People =>
  new Map([...people, ...talents.map((talent) => [talent.id, talent] as const)]);

/** Loads people by their ids, as many at once as the server accepts. */
async function loadPeople(ids: readonly string[]): Promise<PublicTalent[]> {
  const parts = Array.from({ length: Math.ceil(ids.length / maxShortlistEntries) }, (_, part) =>
    ids.slice(part * maxShortlistEntries, (part + 1) * maxShortlistEntries),
  );
  const loaded = await Promise.all(
    parts.map((part) => request<PublicTalent[]>(`/api/talents/named?ids=${part.join(',')}`)),
  );
  return loaded.flat();
}

/**
 * The plan on the page, and the last answer, with its plan and the people in it. After the paint that
 * shows a change, the plan is written to the address and to the browser's storage, and matched by the
 * server.
 */
export function usePlan(initial: CoverState) {
  const [plan, setPlan] = useState(initial.plan);
  const [answered, setAnswered] = useState<Pick<CoverState, 'plan' | 'answer'>>(initial);
  const [people, setPeople] = useState<People>(() => addPeople(new Map(), initial.people));
  const [status, setStatus] = useState<'opening' | 'loading' | 'slow' | 'failed' | 'done'>('done');
  /** Aborts the request for the plan before. */
  const pending = useRef<AbortController>(undefined);
  const knownPeople = useRef(people);

  const showMore = useCallback(async (ids: readonly string[]) => {
    const missing = ids.filter((id) => !knownPeople.current.has(id));
    if (missing.length === 0) return;
    const loaded = await loadPeople(missing);
    // Those that another call has loaded meanwhile stay.
    knownPeople.current = addPeople(knownPeople.current, loaded);
    startTransition(() => setPeople(knownPeople.current));
  }, []);

  const match = useCallback(
    async (asked: Plan) => {
      pending.current?.abort();
      const controller = new AbortController();
      const { signal } = controller;
      pending.current = controller;
      setStatus('loading');
      const timer = setTimeout(() => !signal.aborted && setStatus('slow'), slowAfterMs);
      // First the hours: rendering an early answer would delay them.
      await afterNextPaint();
      try {
        const answer = await request<CoverAnswer>('/api/cover', {
          method: 'POST',
          body: asked,
          signal,
        });
        await showMore(listAssignedIds(answer));
        if (signal.aborted) return;
        startTransition(() => {
          setAnswered({ plan: asked, answer });
          setStatus('done');
        });
      } catch {
        if (!signal.aborted) setStatus('failed');
      } finally {
        clearTimeout(timer);
      }
    },
    [showMore],
  );

  /** The plan of a change that has not been painted yet. */
  const unstored = useRef<Plan>(undefined);
  const store = useCallback(() => {
    if (unstored.current) storePlan(unstored.current);
    unstored.current = undefined;
  }, []);
  // A visitor who leaves right after a stroke keeps it.
  useEffect(() => {
    addEventListener('pagehide', store);
    return () => removeEventListener('pagehide', store);
  }, [store]);

  const change = useCallback(
    (next: Plan) => {
      setPlan(next);
      unstored.current = next;
      void afterNextPaint().then(store);
      if (countPlanMinutes(next) > 0) return void match(next);
      pending.current?.abort();
      setAnswered({ plan: next });
      setStatus('done');
    },
    [match, store],
  );

  const retry = useCallback(() => void match(plan), [match, plan]);

  // When the address has no plan, the one that this browser has stored is opened: the server reads it,
  // so a plan survives a closed tab. Without a stored one, a new plan gets the visitor's time zone.
  useEffect(() => {
    if (new URLSearchParams(location.search).has('p')) return;
    const code = readStoredText(planStorageKey);
    if (code) {
      // A stroke before the next page has loaded would be lost.
      setStatus('opening');
      location.replace(buildAddress(code) + location.hash);
    } else {
      const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
      // Chrome's name for none. This page does not load what checks the others.
      if (timeZone !== 'Etc/Unknown') setPlan((current) => ({ ...current, timeZone }));
    }
  }, []);

  const { plan: answeredPlan, answer } = answered;
  // A plan whose answer the server could not send with the page, or that failed without a connection.
  useEffect(() => {
    if (status === 'done' && !answer && countPlanMinutes(plan) > 0) retry();
  }, [status, answer, plan, retry]);
  useEffect(() => {
    if (status !== 'failed') return;
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [status, retry]);
  useEffect(() => () => pending.current?.abort(), []);

  return { plan, answer, answeredPlan, people, status, change, retry, showMore };
}

export type PlanTools = ReturnType<typeof usePlan>;
