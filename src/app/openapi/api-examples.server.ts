import type { Collection } from '../../collection-kit/define-collection';
import { getOperationNames } from '../../collection-kit/operation-names.server';
import { collections } from '../../features/collections';
import { talents } from '../../features/talents/contract';
import type { OperationExamples } from './complete-openapi-document.server';
import { createdAt, featureExamples, id, otherId, updatedAt } from './feature-examples.server';
import { pageExamples } from './page-examples.server';

const publication = { state: 'published', publishAt: null, unpublishAt: null };
const managedFields = { displayOrder: 0, id, createdAt, updatedAt: createdAt };

/** Builds the examples of the operations that every collection has. */
function buildCollectionExamples(collection: Collection): Record<string, OperationExamples> {
  const { path, nameField, example } = collection;
  const { plural, singular } = getOperationNames(collection);
  const shown = { ...example, ...managedFields };
  const item = { ...shown, ...publication };
  const changed = { ...item, updatedAt };
  const entry = { id: otherId, at: updatedAt, by: 'admin' };
  return {
    [`list${plural}`]: { response: [shown] },
    [`listAll${plural}`]: {
      response: [{ ...item, state: 'scheduled', publishAt: updatedAt }],
    },
    [`get${singular}`]: { response: shown },
    [`delete${plural}`]: { request: { ids: [id, otherId] } },
    [`restore${plural}`]: { request: { ids: [id] }, response: [item] },
    [`preview${singular}`]: {
      response: {
        url: `/?preview=${path}.${id}.1772634600000.c2lnbmF0dXJl`,
        expiresAt: updatedAt,
      },
    },
    [`create${singular}`]: { request: example, response: item },
    [`update${singular}`]: { request: { [nameField]: example[nameField] }, response: changed },
    [`reorder${plural}`]: { request: { orderedIds: [id] }, response: [item] },
    [`list${singular}History`]: {
      response: [{ ...entry, subject: path, action: 'created', before: null, after: item }],
    },
    [`listDeleted${plural}`]: {
      response: [{ itemId: id, at: updatedAt, by: 'admin', before: item }],
    },
    [`restore${singular}`]: { request: { entryId: otherId, side: 'before' }, response: changed },
  };
}

const optionCounts = {
  role: { Receptionist: 6 },
  industry: {},
  seniority: { Senior: 9 },
  skills: {},
};

const { onHome: _, ...shownTalent } = talents.example;

/** Each operation's examples, by operation id. */
export const apiExamples: Record<string, OperationExamples> = {
  ...Object.assign({}, ...collections.map(buildCollectionExamples)),
  browseTalents: {
    response: { talents: [{ ...shownTalent, id }], total: 24, counts: optionCounts },
  },
  listHomeTalents: { response: { talents: [{ ...shownTalent, id }], total: 24 } },
  listTalentsById: { response: [{ ...talents.example, ...managedFields }] },
  ...pageExamples,
  ...featureExamples,
};
