import { IconButton } from '../../../../ui/Button';
import { Bookmark } from '../../../../ui/icons/icons';
import * as layoutStyles from '../../../../ui/styles/layout.module.css';
import { useToast } from '../../../../ui/toast/toast';
import * as styles from './ShortlistButton.module.css';
import { maxShortlistEntries, type ShortlistEntry } from './shortlist';
import { shortlistStore, useIsShortlisted } from './shortlist-store';

/** Button in the corner of a card that adds its person to the visitor's shortlist, or removes them. */
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
      className={`${styles.button} ${layoutStyles.scripted}`}
      label={`Shortlist ${person.name}`}
      aria-pressed={isShortlisted}
      onClick={toggle}
    >
      <Bookmark />
    </IconButton>
  );
}
