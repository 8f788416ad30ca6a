import type { QueryKey } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { BaseItem } from '../define-collection';
import { CollectionTab, type CollectionTabConfig } from './CollectionTab';

/** A collection's admin tab, without the type of its items. */
export type CollectionTabContent = ComponentType<{ alsoInvalidate: readonly QueryKey[] }>;

/** Defines the admin tab of a collection: the default export of its folder's `admin/tab.tsx`. */
export const defineTab =
  <T extends BaseItem>(config: CollectionTabConfig<T>): CollectionTabContent =>
  (props) => <CollectionTab {...config} {...props} />;
