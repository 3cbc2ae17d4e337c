import { expect, test } from 'vitest';
import { newId } from '#modules/platform/index.ts';
import { fileOf } from '#test/factories/documents.ts';
import { newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { schemaOf, validInput, withField } from '../checks/inputs.ts';
import { operations } from '../checks/operation-list.ts';

const portal = await testPortal();
const { visitor } = await newStaff(portal);

const aboutPeople = operations.filter(
  ({ name, access, input }) =>
    (access.name === 'staff' || name.startsWith('admin.')) && schemaOf(input).required?.includes('userid'),
);

/** Fields for which the example from the schema is not valid. */
const completions: Record<string, object> = {
  'admin.create-user-company': { branding_hostname: undefined },
  'admin.save-user': { businessname: undefined },
  'admin.save-user-photo': { image: await fileOf(Buffer.from([0xff, 0xd8, 0xff])) },
};

test.each(aboutPeople)(
  '$name says of a person who does not exist that they are not found',
  async (operation) => {
    const valid = Object.assign({}, validInput(operation.input), completions[operation.name]);
    const input = withField(valid, ['userid'], newId());
    await expect(visitor.perform(operation, input)).rejects.toMatchObject({ code: 'not-found' });
  },
);

test('these are the sections of a record', () => {
  expect(aboutPeople.length).toBeGreaterThan(8);
});
