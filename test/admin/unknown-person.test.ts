import { expect, test } from 'vitest';
import { newId } from '#modules/platform/index.ts';
import { newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { schemaOf, validInput, withField } from '../checks/inputs.ts';
import { operations } from '../checks/operation-list.ts';

const portal = await testPortal();
const { visitor } = await newStaff(portal);

const aboutPeople = operations.filter(
  ({ name, access, input }) =>
    (access.name === 'staff' || name.startsWith('admin.')) &&
    schemaOf(input).properties?.userid !== undefined,
);

test.each(aboutPeople)(
  '$name says of a person who does not exist that they are not found',
  async (operation) => {
    const input = withField(validInput(operation.input), ['userid'], newId());
    await expect(visitor.perform(operation, input)).rejects.toMatchObject({ code: 'not-found' });
  },
);

test('these are the sections of a record', () => {
  expect(aboutPeople.length).toBeGreaterThan(8);
});
