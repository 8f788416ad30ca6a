import type { ComponentType } from 'react';
import type { AnyItem, Collection } from '../collection-kit/define-collection';
import type { ItemForm } from '../collection-kit/form/ItemFields';
import {
  CaseStudyFields,
  CaseStudyPreview,
  caseStudyLabels,
} from './case-studies/admin/CaseStudyFields';
import { caseStudies } from './case-studies/contract';
import type { CollectionPath, ItemAt } from './collections';
import { PackageFields, PackagePreview, packageLabels } from './packages/admin/PackageFields';
import { packages } from './packages/contract';
import { StatFields, StatPreview, statLabels } from './stats/admin/StatFields';
import { stats } from './stats/contract';
import { TalentFields, TalentPreview, talentLabels } from './talents/admin/TalentFields';
import { talents } from './talents/contract';

/** What makes the form of a collection's items. */
export interface ItemFormConfig<T = AnyItem, Name extends string = string> {
  collection: Collection;
  /** What one is called in the dialog's title. */
  title: string;
  labels: Record<Name, string>;
  Fields: ComponentType<{ form: ItemForm<Name> }>;
  /** What the site would show of it. */
  Preview: ComponentType<{ item: T }>;
  /** Whether a failure is told by its own sentence ("Failed to create stat."), not by the server's. */
  hasCustomErrorMessage: boolean;
}

type FieldName<P extends CollectionPath> = Exclude<
  keyof ItemAt<P> & string,
  'id' | 'createdAt' | 'updatedAt'
>;

const itemForms: { [P in CollectionPath]: ItemFormConfig<ItemAt<P>, FieldName<P>> } = {
  talents: {
    collection: talents,
    title: 'Talent',
    labels: talentLabels,
    Fields: TalentFields,
    Preview: TalentPreview,
    hasCustomErrorMessage: false,
  },
  'case-studies': {
    collection: caseStudies,
    title: 'Case Study',
    labels: caseStudyLabels,
    Fields: CaseStudyFields,
    Preview: CaseStudyPreview,
    hasCustomErrorMessage: false,
  },
  stats: {
    collection: stats,
    title: 'Stat',
    labels: statLabels,
    Fields: StatFields,
    Preview: StatPreview,
    hasCustomErrorMessage: true,
  },
  packages: {
    collection: packages,
    title: 'Package',
    labels: packageLabels,
    Fields: PackageFields,
    Preview: PackagePreview,
    hasCustomErrorMessage: true,
  },
};

/** The parts of a collection's form, for the code that all collections share. */
export const getItemForm = (path: CollectionPath) => itemForms[path] as unknown as ItemFormConfig;
