import type { ComponentType } from 'react';
import { CaseStudyFields, CaseStudyPreview } from '../case-studies/CaseStudyFields';
import { caseStudies } from '../case-studies/case-study';
import type { AnyItem, Collection } from '../collection';
import type { CollectionPath, ItemAt } from '../index';
import { PackageFields, PackagePreview } from '../packages/PackageFields';
import { packages } from '../packages/package';
import { StatFields, StatPreview } from '../stats/StatFields';
import { stats } from '../stats/stat';
import { TalentFields, TalentPreview } from '../talents/TalentFields';
import { talents } from '../talents/talent';
import type { ItemFieldsProps } from './ItemFields';

interface Parts<T> {
  collection: Collection;
  /** What one is called in the dialog's title. */
  title: string;
  Fields: ComponentType<ItemFieldsProps>;
  Preview: ComponentType<{ item: T }>;
}

const parts: { [P in CollectionPath]: Parts<ItemAt<P>> } = {
  talents: { collection: talents, title: 'Talent', Fields: TalentFields, Preview: TalentPreview },
  'case-studies': {
    collection: caseStudies,
    title: 'Case Study',
    Fields: CaseStudyFields,
    Preview: CaseStudyPreview,
  },
  stats: { collection: stats, title: 'Stat', Fields: StatFields, Preview: StatPreview },
  packages: {
    collection: packages,
    title: 'Package',
    Fields: PackageFields,
    Preview: PackagePreview,
  },
};

/** The form of a collection's items: what it is called, its fields and what they are going to be. */
export const itemParts = (path: CollectionPath) => parts[path] as Parts<AnyItem>;
