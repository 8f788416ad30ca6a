import { formatFieldName } from '../../../foundation/audit/admin/changes';
import { formatDateTime } from '../../../lib/time/format-date';
import { parseDateTimeInput } from '../../../lib/time/wall-time';
import type { Publication } from '../define-collection';
import type { PublicationChoice } from './use-publication-choice';

/** Returns the label of the Save button for the chosen publication. */
export function getSaveLabel(
  item: Partial<Publication> | undefined,
  { timing, publishAt }: PublicationChoice,
): string {
  switch (timing) {
    case 'now':
      if (!item) return 'Create';
      return item.state === 'published' && !item.pending ? 'Save changes' : 'Publish';
    case 'later': {
      const at = parseDateTimeInput(publishAt);
      return at === null ? 'Schedule' : `Schedule for ${formatDateTime(at)}`;
    }
    case 'draft':
      return 'Save draft';
    case 'down':
      return 'Take it off the site';
  }
}

/** Shows in a toast when the saved changes will be published, unless they already are. */
export function describePublication({ state, publishAt, pending }: Partial<Publication>): {
  description?: string;
} {
  if (publishAt) return { description: `On the site ${formatDateTime(publishAt)}.` };
  if (state === 'draft') return { description: 'Only you see it.' };
  return pending ? { description: 'The changes are not on the site yet.' } : {};
}

/** Labels of the fields about publication in the history. */
export const publicationLabels = {
  state: 'On the site',
  publishAt: 'Goes live',
  unpublishAt: 'Taken down',
  pending: 'Changes not live yet',
};

const stateWords: Record<string, string> = {
  published: 'yes',
  draft: 'no, a draft',
  scheduled: 'no, scheduled',
};

/** Formats the fields about publication in the history; undefined for any other. */
export function formatPublicationValue(
  labels: Record<string, string>,
  field: string,
  value: unknown,
): string | undefined {
  if (field === 'state') return stateWords[String(value)];
  if (field === 'pending' && typeof value === 'object' && value !== null) {
    return Object.keys(value)
      .map((name) => labels[name] ?? formatFieldName(name))
      .join(', ');
  }
  const isTime = (field === 'publishAt' || field === 'unpublishAt') && typeof value === 'string';
  return isTime ? formatDateTime(value) : undefined;
}
