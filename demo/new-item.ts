/** What an admin need not say about a picture. */
type PictureNotes<T> = Extract<keyof T, 'imageAlt' | 'imageFocus'>;

/** An item as an admin would write it: identity, time and place in the list are the server's to give. */
export type NewItem<T> = Omit<
  T,
  'id' | 'createdAt' | 'updatedAt' | 'displayOrder' | PictureNotes<T>
> &
  Partial<Pick<T, PictureNotes<T>>>;
