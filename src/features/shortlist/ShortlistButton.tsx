import { IconButton } from '../../ui/Button';
import { Bookmark } from '../../ui/icons';
import { useToast } from '../../ui/toast';
import { type ShortlistEntry, shortlistLimit } from './shortlist';
import { shortlistStore } from './shortlist-store';
import { useShortlisted } from './use-shortlist';
import './ShortlistButton.css';

/** Puts a person on the visitor's shortlist, and takes them off it again. */
export function ShortlistButton({ person }: { person: ShortlistEntry }) {
  const isOn = useShortlisted(person.id);
  const toast = useToast();

  function toggle() {
    if (isOn) return shortlistStore.remove(person.id);
    if (shortlistStore.add(person)) return;
    toast({
      title: 'Your shortlist is full',
      description: `It holds ${shortlistLimit} people. Remove one to add ${person.name}.`,
    });
  }

  return (
    <IconButton
      className="sl-b"
      label={`Shortlist ${person.name}`}
      aria-pressed={isOn}
      onClick={toggle}
    >
      <Bookmark />
    </IconButton>
  );
}
