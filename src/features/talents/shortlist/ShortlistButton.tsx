import { IconButton } from '../../../ui/Button';
import { Bookmark } from '../../../ui/icons';
import { useToast } from '../../../ui/toast';
import { maxShortlistEntries, type ShortlistEntry } from './shortlist';
import { shortlistStore } from './shortlist-store';
import { useIsShortlisted } from './use-shortlist';
import './ShortlistButton.css';

/** Button that adds a person to the visitor's shortlist, or removes them. */
export function ShortlistButton({ person }: { person: ShortlistEntry }) {
  const isShortlisted = useIsShortlisted(person.id);
  const toast = useToast();

  function toggle() {
    if (isShortlisted) return shortlistStore.remove(person.id);
    if (shortlistStore.add(person)) return;
    toast({
      title: 'Your shortlist is full',
      description: `It holds ${maxShortlistEntries} people. Remove one to add ${person.name}.`,
    });
  }

  return (
    <IconButton
      className="sl-b"
      label={`Shortlist ${person.name}`}
      aria-pressed={isShortlisted}
      onClick={toggle}
    >
      <Bookmark />
    </IconButton>
  );
}
