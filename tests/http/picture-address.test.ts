import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { sampleItems } from '../support/samples';
import '../../src/foundation/audit/store.server';
import { createTestApp } from '../support/test-app';

const message =
  'Must be a picture on this site: upload one, or enter an address that begins with /';

const rejectedAddresses = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:image/svg+xml,<svg onload="alert(1)"/>',
  'vbscript:x',
  'blob:https://crew.example/1',
  'file:///etc/passwd',
  'http://pictures.example/a.jpg',
  '//pictures.example/a.jpg',
  '/\\pictures.example/a.jpg',
  'https:pictures.example/a.jpg',
  'https:///a.jpg',
  'https://owner@pictures.example/a b.jpg',
  'pictures/a.jpg',
  '/a b.jpg',
];
const acceptedAddresses = [
  '/objects/demo-devon',
  '/pictures/a.svg?v=2',
  'https://pictures.example/a.jpg',
];

/** Every field that holds a picture URL, with its column and table. */
const fields = [
  ['talents', 'imageUrl', 'image_url', 'talents'],
  ['case-studies', 'imageUrl', 'image_url', 'case_studies'],
  ['case-studies', 'clientLogo', 'client_logo', 'case_studies'],
] as const;

describe.each(fields)('/api/%s, picture URL in %s', (path, field, column, table) => {
  const sample = sampleItems[path];

  test('accepts site paths and https URLs and rejects everything else', async () => {
    const { admin } = await createTestApp();
    const item = (await admin('POST', `/api/${path}`, sample)).json();
    for (const address of rejectedAddresses) {
      const body = { ...sample, [field]: address };
      for (const response of [
        await admin('POST', `/api/${path}`, body),
        await admin('PATCH', `/api/${path}/${item.id}`, { [field]: address }),
      ]) {
        expect(response.statusCode, address).toBe(400);
        expect(response.json().fields, address).toEqual({ [field]: message });
      }
    }
    for (const address of acceptedAddresses) {
      const changed = await admin('PATCH', `/api/${path}/${item.id}`, { [field]: address });
      expect(changed.json(), address).toMatchObject({ [field]: address });
    }
    const cleared = await admin('PATCH', `/api/${path}/${item.id}`, { [field]: ' ' });
    expect(cleared.json()).toMatchObject({ [field]: null });
  });

  test('omits an invalid URL that is already stored', async () => {
    const { admin, visitor, db } = await createTestApp();
    const { id } = (await admin('POST', `/api/${path}`, sample)).json();
    const address = 'data:text/html,<b>stored before</b>';
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${address}`.execute(db);
    // The lists are cached: any change refreshes them.
    await admin('PATCH', `/api/${path}/${id}`, { displayOrder: 8 });

    const list = await visitor('GET', `/api/${path}`);
    expect(list.json()).toMatchObject([{ id, [field]: null }]);
    for (const url of ['/', '/talent', `/enquiry?talent=${id}`, `/api/${path}`]) {
      const response = await visitor('GET', url);
      expect(response.statusCode, url).toBe(200);
      expect(response.body, url).not.toContain('stored before');
    }
  });

  test('restores a deleted item without its invalid picture URL', async () => {
    const { admin, db } = await createTestApp();
    const item = (await admin('POST', `/api/${path}`, sample)).json();
    const { id } = item;
    await admin('DELETE', `/api/${path}/${id}`);
    const snapshot = JSON.stringify({ ...item, [field]: 'javascript:alert(1)' });
    await db
      .updateTable('audit')
      .set({ before: snapshot })
      .where('action', '=', 'deleted')
      .execute();
    const restored = await admin('POST', `/api/${path}/${id}/restore`);
    expect(restored.statusCode).toBe(200);
    expect(restored.json()).toMatchObject({ id, [field]: null });
    const stored = await sql`select * from ${sql.table(table)}`.execute(db);
    expect(JSON.stringify(stored.rows)).not.toContain('javascript:');
  });
});
