import type { Collection } from '../../../collection-kit/define-collection';
import { getOperationNames } from '../../../collection-kit/operation-names.server';
import { collections } from '../../../features/collections';
import { talents } from '../../../features/talents/contract';
import type { OperationExamples } from '../complete-openapi-document.server';
import { authExamples } from './auth-examples.server';
import {
  createdAt,
  historyEntry,
  id,
  otherId,
  publication,
  updatedAt,
} from './example-values.server';
import { leadExamples } from './lead-examples.server';
import { pageExamples } from './page-examples.server';
import { paymentExamples } from './payment-examples.server';
import { schedulingExamples } from './scheduling-examples.server';
import { settingsExamples } from './settings-examples.server';
import { webhookExamples } from './webhook-examples.server';

const managedFields = { displayOrder: 0, id, createdAt, updatedAt: createdAt };

/** Builds the examples of the operations that every collection has. */
function buildCollectionExamples(collection: Collection): Record<string, OperationExamples> {
  const { path, nameField, example } = collection;
  const { plural, singular } = getOperationNames(collection);
  const shown = { ...example, ...managedFields };
  const item = { ...shown, ...publication };
  const changed = { ...item, updatedAt };
  return {
    [`list${plural}`]: { response: [shown] },
    [`listAll${plural}`]: {
      response: [{ ...item, state: 'scheduled', publishAt: updatedAt }],
    },
    [`get${singular}`]: { response: shown },
    [`update${plural}`]: {
      request: { changes: [{ id, values: { state: 'draft' } }] },
      response: [{ ...changed, state: 'draft' }],
    },
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
      response: [{ ...historyEntry, subject: path, action: 'created', before: null, after: item }],
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

const clientErrorReport = {
  message: 'TypeError: URL.parse is not a function',
  component: 'The page',
  release: 'client-Bk3xQ9.js',
  engine: 'Firefox 115',
};

const pictureBody = { schema: { type: 'string', format: 'binary' } };

const { onHome, ...shownTalent } = talents.example;

/** Each operation's examples, by operation id. */
export const apiExamples: Record<string, OperationExamples> = {
  ...Object.assign({}, ...collections.map(buildCollectionExamples)),
  browseTalents: {
    response: { talents: [{ ...shownTalent, id }], total: 24, counts: optionCounts },
  },
  listHomeTalents: { response: { talents: [{ ...shownTalent, id }], total: 24 } },
  listTalentsById: { response: [{ ...talents.example, ...managedFields }] },
  reportFunnelSteps: { request: { steps: ['visit', 'form_1'], source: 'google.com' } },
  getFunnel: {
    response: {
      days: [{ day: '2026-03-02', counts: { visit: 120, form_1: 9, enquiry: 3 } }],
      sources: [{ source: 'direct', counts: { visit: 80, enquiry: 2 } }],
    },
  },
  reportClientError: { request: clientErrorReport },
  listClientErrors: {
    response: [{ id, ...clientErrorReport, count: 3, firstAt: createdAt, lastAt: updatedAt }],
  },
  createUpload: {
    response: {
      uploadURL: `/api/objects/upload/${id}?expires=1772460909&signature=4f1c`,
      servingPath: `/objects/${id}`,
    },
  },
  uploadPicture: {
    body: Object.fromEntries(
      ['jpeg', 'png', 'webp', 'avif', 'gif'].map((format) => [`image/${format}`, pictureBody]),
    ),
    response: {
      ...{ servingPath: `/objects/${id}`, width: 1600, height: 1067 },
      ...{ style: 'photo', tone: 'boxed', exposure: 110 },
    },
  },
  getContentCounts: {
    response: {
      talents: { total: 24, available: 19 },
      caseStudies: { total: 3, featured: 1 },
      packages: { total: 3 },
    },
  },
  ...authExamples,
  ...leadExamples,
  ...pageExamples,
  ...paymentExamples,
  ...schedulingExamples,
  ...settingsExamples,
  ...webhookExamples,
};
