import { formatFieldLabel } from '../../../foundation/audit/admin/changes';
import {
  isSameValue,
  pickChangedFields,
  toCheckedValues,
} from '../../../foundation/forms/form-state';
import { useVersionedForm } from '../../../foundation/forms/use-versioned-form';
import { listKeys } from '../../../lib/list';
import { hasStatus } from '../../../lib/network/http-client';
import { useToast } from '../../../ui/toast/toast';
import {
  buildPublicationInput,
  describePublication,
  formatChoice,
  publicationLabels,
  usePublicationChoice,
} from '../../kit/form/use-publication-choice';
import { patchVersion } from '../../kit/versions';
import { type BlockValue, getSchemas, type PageName } from '../contract';
import type { PageForOwner } from '../public-contract';
import { getContentUrl } from '../queries';
import { fetchPage } from './queries';

interface Options {
  page: PageName;
  block: string;
  stored: PageForOwner;
  onSaved: (stored: PageForOwner) => void;
  /** Called after a save that leaves the form open: of a draft, or if it was edited meanwhile. */
  onKeptOpen: (stored: PageForOwner) => void;
  onClose: () => void;
}

type Block = PageForOwner['blocks'][string];

/** A block that this release of the server does not know yet. */
const emptyBlock: Block = {
  value: {},
  isDefault: true,
  updatedAt: null,
  by: null,
  state: 'published',
  publishAt: null,
  unpublishAt: null,
};

/** Labels of the fields about the publication of a block. Its end is that of a change. */
export const blockPublicationLabels = { ...publicationLabels, unpublishAt: 'Changes taken back' };

/** Formats values that are objects, such as shifts and logos. */
export function formatBlockValue(value: unknown): string | undefined {
  const describe = (entry: unknown): string =>
    typeof entry === 'object' && entry !== null
      ? Object.values(entry)
          .filter((part) => typeof part === 'string' || typeof part === 'number')
          .join(', ')
      : String(entry);
  if (Array.isArray(value) && value.some((entry) => typeof entry === 'object')) {
    return value.map(describe).join('\n');
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? describe(value)
    : undefined;
}

/** Manages the form of a block: a page is stored as a whole, and a change of it is one block. */
export function useBlockForm({ page, block, onSaved, onClose, ...options }: Options) {
  const toast = useToast();
  const schema = getSchemas(page)[block];
  const getBlock = ({ blocks }: PageForOwner): Block => blocks[block] ?? emptyBlock;
  const publication = usePublicationChoice(options.stored, getBlock);
  /** The block with its pending values, which the form's changes are based on. */
  const toValues = (stored: PageForOwner): BlockValue => {
    const { value, pending } = getBlock(stored);
    return { ...value, ...pending };
  };
  const write = (value: BlockValue | null, { version }: PageForOwner) =>
    patchVersion<PageForOwner>(getContentUrl(page), version, { [block]: value });

  function showSaved(saved: PageForOwner, staysOpen = false): void {
    toast({ title: 'Page saved', ...describePublication(getBlock(saved)) });
    if (staysOpen) {
      publication.continueFrom(saved);
      options.onKeptOpen(saved);
    } else onSaved(saved);
  }

  const form = useVersionedForm({
    stored: options.stored,
    toValues,
    check: (values) => (schema ? toCheckedValues(schema.safeParse(values)) : { errors: {} }),
    save(input, base) {
      const changes = pickChangedFields(toValues(base), input);
      return write(
        buildPublicationInput(getBlock(base), changes, publication.latest.current),
        base,
      );
    },
    load: () => fetchPage(page),
    onSaved: showSaved,
    onClose,
    subject: 'this block',
    labels: {
      ...Object.fromEntries(
        listKeys(toValues(options.stored)).map((name) => [name, formatFieldLabel(name)]),
      ),
      ...blockPublicationLabels,
    },
    formatValue: (name, value) => formatChoice(name, value) ?? formatBlockValue(value),
    publication,
  });

  /** Resets the block, unless someone else has changed it in the meantime. */
  function discard(next: BlockValue | null): void {
    void form.run(async (retryAfterSignIn) => {
      const attempt = (base: PageForOwner) =>
        retryAfterSignIn(() => write(next, base)).catch((error: unknown) => {
          if (!hasStatus(error, 412)) throw error;
        });
      const { stored } = form;
      const saved = await attempt(stored);
      if (saved) return showSaved(saved);
      const theirs = await retryAfterSignIn(() => fetchPage(page));
      // Another block of the page has changed.
      const retried = isSameValue(getBlock(theirs), getBlock(stored)) && (await attempt(theirs));
      if (retried) return showSaved(retried);
      form.showVersion(theirs, { publishAt: 'theirs', unpublishAt: 'theirs' });
      const shown =
        form.changedFields.length > 0 ? 'their version with your changes' : 'their version';
      form.setFailure(
        `Someone else has saved this block in the meantime. The form shows ${shown}; nothing was replaced.`,
      );
    });
  }

  return {
    ...form,
    publication,
    /** Gives the block its default again. */
    reset: () => discard(null),
    /** Deletes the pending values. */
    discardDraft: () => discard({ pending: null }),
  };
}
