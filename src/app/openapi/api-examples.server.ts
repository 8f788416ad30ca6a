import type { Collection } from '../../collection-kit/define-collection';
import { getOperationNames } from '../../collection-kit/operation-names.server';
import { collections } from '../../features/collections';
import { talents } from '../../features/talents/contract';
import type { OperationExamples } from './complete-openapi-document.server';
import { featureExamples } from './feature-examples.server';

const id = '0d5c2b52-8a3c-4c7e-9a55-6a1f0a3d4b10';
const otherId = '5b1f6c3e-2f6d-4a1b-8a0e-3f1f1a6f7c22';
const createdAt = '2026-03-02T14:05:09.000Z';
const updatedAt = '2026-03-04T09:30:00.000Z';

/** Builds a collection's example as the API returns it. */
const buildStoredItem = ({ example }: Collection) => ({
  ...example,
  displayOrder: 0,
  id,
  createdAt,
  updatedAt: createdAt,
});

/** Builds the examples of the operations that every collection has. */
function buildCollectionExamples(collection: Collection): Record<string, OperationExamples> {
  const { path, nameField, example } = collection;
  const { plural, singular } = getOperationNames(collection);
  const item = buildStoredItem(collection);
  const patch = { [nameField]: example[nameField] };
  const entry = { id: otherId, at: updatedAt, by: 'admin' };
  return {
    [`list${plural}`]: { responses: { 200: [item] } },
    [`get${singular}`]: { responses: { 200: item } },
    [`create${singular}`]: { request: example, responses: { 201: item } },
    [`update${singular}`]: { request: patch, responses: { 200: { ...item, updatedAt } } },
    [`reorder${plural}`]: { request: { orderedIds: [id] }, responses: { 200: [item] } },
    [`list${singular}History`]: {
      responses: {
        200: [{ ...entry, subject: path, action: 'created', before: null, after: item }],
      },
    },
    [`listDeleted${plural}`]: {
      responses: { 200: [{ itemId: id, at: updatedAt, by: 'admin', before: item }] },
    },
    [`restore${singular}`]: {
      request: { entryId: otherId, side: 'before' },
      responses: { 200: { ...item, updatedAt } },
    },
  };
}

/** Builds the examples of the talent browser's own two operations. */
function buildTalentExamples(): Record<string, OperationExamples> {
  const talent = buildStoredItem(talents);
  const publicTalent = { ...talents.example, id };
  const counts = { role: { Receptionist: 6 }, industry: {}, seniority: { Senior: 9 }, skills: {} };
  return {
    browseTalents: { responses: { 200: { talents: [publicTalent], total: 24, counts } } },
    listTalentsById: { responses: { 200: [talent] } },
  };
}

/** Each operation's examples, by operation id. */
export const apiExamples: Record<string, OperationExamples> = {
  ...Object.assign({}, ...collections.map(buildCollectionExamples)),
  ...buildTalentExamples(),
  ...featureExamples,
};
