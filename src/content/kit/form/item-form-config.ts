import type { ComponentType } from 'react';
import type { BaseItem, Collection, FieldName } from '../define-collection';
import type { ItemForm } from './FormFields';

/** The form of a collection's items: the default export of its folder's `admin/form.tsx`. */
export interface ItemFormConfig<T extends BaseItem> {
  collection: Collection<T>;
  Fields: ComponentType<{ form: ItemForm<FieldName<T>> }>;
  /** Renders the item as the site would show it. */
  Preview: ComponentType<{ item: T }>;
  /** Whether the preview is as tall as the form. It scrolls with the form, others stay in view. */
  hasTallPreview?: boolean;
  /**
   * Whether the toast of a failure has its own sentence ("Failed to create stat."), with the
   * server's reason in the form. Otherwise the toast shows the server's reason.
   */
  hasCustomErrorMessage?: boolean;
}
