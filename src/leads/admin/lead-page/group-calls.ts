import type { TimelineEntry } from '../../detail-contract';
import { getText } from './timeline-entries';

/** A line of the timeline: an entry, or a call with all its entries. */
export interface TimelineLine {
  entry: TimelineEntry;
  /** A call's earlier steps and its mails, newest first. */
  rest: TimelineEntry[];
}

/** Returns the call that an entry is part of. A delivery that failed has a line of its own. */
const findCallId = ({ after }: TimelineEntry): string | undefined =>
  getText(after, 'status') === 'failed' ? undefined : getText(after, 'callId');

/** Groups the steps and mails of each call in the line of its newest step. */
export function groupCalls(entries: readonly TimelineEntry[]): TimelineLine[] {
  const lines = new Map<string | undefined, TimelineLine>();
  for (const entry of entries) {
    const callId = findCallId(entry);
    if (entry.kind === 'call' && callId && !lines.has(callId)) {
      lines.set(callId, { entry, rest: [] });
    }
  }
  return entries.flatMap((entry) => {
    const line = lines.get(findCallId(entry));
    if (!line) return { entry, rest: [] };
    if (line.entry === entry) return line;
    line.rest.push(entry);
    return [];
  });
}
