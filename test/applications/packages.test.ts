import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { listPackagesForSale, meetsCriteria, residenceFor } from '#modules/applications/index.ts';
import { sql } from '#modules/platform/index.ts';
import { newPerson } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { runAsOwner } from '#test/sql.ts';

const portal = await servedPortal();

test('the national and the New York check are for sale with their price, term and criteria', async () => {
  const { visitor } = await newPerson(portal);
  const { packages } = await visitor.perform(listPackagesForSale, {});
  expect(packages).toMatchObject([
    { base_price: 7900, craid: '2', renewalfrequencyinyears: 1, exclusion_criteria: 'state=NY' },
    { base_price: 9900, craid: '2', renewalfrequencyinyears: 1, selection_criteria: 'state=NY' },
  ]);
  expect(packages[0]?.selection_criteria).toBeNull();
});

test('consent documents stay as they are, with the hash of what is read', async () => {
  const { rows: documents } = await sql<{
    id: string;
    title: string;
    body: string;
    acknowledgement_text: string;
    content_hash: string;
  }>`select * from consent_document where version = 1`.execute(portal.db);
  expect(documents).toHaveLength(14);
  for (const { title, body, acknowledgement_text, content_hash } of documents) {
    const read = [title, body, acknowledgement_text].join('\n');
    expect(content_hash).toBe(createHash('sha256').update(read).digest('hex'));
  }
  for (const change of [`update consent_document set body = 'other'`, 'delete from consent_document'])
    await expect(runAsOwner(portal, change)).rejects.toThrow(/keeps/);
});

test.each([
  ['state=NY', 'NY', true],
  ['state=NY', 'ny', true],
  ['state=NY', 'TX', false],
  ['state!=NY', 'NY', false],
  ['state!=NY', 'TX', true],
  [null, 'NY', false],
  ['state=NYC', 'NY', false],
  ['', 'NY', false],
])('the criteria %j for %s: %s', (criteria, state, meets) => {
  expect(meetsCriteria(criteria, state)).toBe(meets);
});

test.each([
  [
    { selection_criteria: 'state=NY', exclusion_criteria: null },
    { state: 'NY', lived: true },
  ],
  [
    { selection_criteria: 'state!=NY', exclusion_criteria: null },
    { state: 'NY', lived: false },
  ],
  [
    { selection_criteria: null, exclusion_criteria: 'state=NY' },
    { state: 'NY', lived: false },
  ],
  [
    { selection_criteria: null, exclusion_criteria: 'state!=NY' },
    { state: 'NY', lived: true },
  ],
  [
    { selection_criteria: 'state=CA', exclusion_criteria: 'state=NY' },
    { state: 'CA', lived: true },
  ],
  [{ selection_criteria: null, exclusion_criteria: null }, null],
])('a package with %j is for people of %j', (criteria, residence) => {
  expect(residenceFor(criteria)).toEqual(residence);
});
