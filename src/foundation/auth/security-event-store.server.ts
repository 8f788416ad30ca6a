import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.server';
import { getClientAddress } from '../../http/client-network.server';
import { DAY, getTimeAgo } from '../../lib/time/durations';
import type { SecurityEvent, SecurityEventKind } from './contract';
import { describeUserAgent } from './user-agent.server';

declare module '../../db/database.server' {
  interface Tables {
    securityEvents: SecurityEvent;
  }
}

/** Maximum number of events shown, of failures and others stored, and days until deletion. */
const limits = { maxShown: 100, maxFailures: 500, maxOthers: 2_000, retentionDays: 365 } as const;

/** Limited separately, so that a thousand guesses don't push out the owner's own sign-ins. */
const failureKinds: SecurityEventKind[] = ['sign-in-failed', 'code-failed'];

interface SecurityEventInput {
  kind: SecurityEventKind;
  /** Shown to the owner, and logged. Never contains a secret or free text. */
  detail?: string;
  /** The request that caused the event. Startup events have none. */
  request?: FastifyRequest;
}

/** Records a security event in the log and in the list shown to the owner. */
export async function recordSecurityEvent(
  db: Database,
  { kind, detail, request }: SecurityEventInput,
): Promise<void> {
  const address = request ? getClientAddress(request) : null;
  const level = failureKinds.includes(kind) ? 'warn' : 'info';
  request?.log[level]({ event: kind, address, ...(detail && { detail }) }, 'security');
  await db
    .insertInto('securityEvents')
    .values({
      id: randomUUID(),
      kind,
      detail: detail ?? null,
      address,
      agent: request ? describeUserAgent(request.headers['user-agent']) : null,
      at: new Date().toISOString(),
    })
    .execute();
}

/** Lists the newest events. */
export function listRecentEvents(db: Database): Promise<SecurityEvent[]> {
  return db
    .selectFrom('securityEvents')
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limits.maxShown)
    .execute();
}

/** Deletes events that are too old or too many. */
export async function purgeSecurityEvents(db: Database): Promise<void> {
  const cutoff = getTimeAgo(limits.retentionDays * DAY);
  await db.deleteFrom('securityEvents').where('at', '<', cutoff).execute();
  for (const operator of ['in', 'not in'] as const) {
    const excess = await db
      .selectFrom('securityEvents')
      .select('at')
      .where('kind', operator, failureKinds)
      .orderBy('at', 'desc')
      .offset(operator === 'in' ? limits.maxFailures : limits.maxOthers)
      .limit(1)
      .executeTakeFirst();
    if (!excess) continue;
    await db
      .deleteFrom('securityEvents')
      .where('kind', operator, failureKinds)
      .where('at', '<=', excess.at)
      .execute();
  }
}
