import { expect, it } from 'vitest';
import { getTourTexts, saveTourTexts } from '#modules/admin/index.ts';
import { tourStepNames, tourTexts } from '#modules/enterprise/fields.ts';
import { endTour, getTour } from '#modules/enterprise/index.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();

it('F22: a tour that was ended is remembered for its person alone', async () => {
  const [person, other] = [await newPersonWithoutTwoStep(portal), await newPersonWithoutTwoStep(portal)];
  expect((await person.visitor.perform(getTour, {})).ended).toBe(false);
  await person.visitor.perform(endTour, {});
  await person.visitor.perform(endTour, { seen_to_end: 'YES' });
  expect((await person.visitor.perform(getTour, {})).ended).toBe(true);
  expect((await other.visitor.perform(getTour, {})).ended).toBe(false);
  const { rows } = await portal.pool.query('select seen_to_end from tour_end');
  expect(rows).toEqual([{ seen_to_end: true }]);
});

it('F22: staff change what the steps say; a step they did not change keeps its own text', async () => {
  const staff = await newStaff(portal);
  const { visitor } = await newPersonWithoutTwoStep(portal);
  const { steps } = await staff.visitor.perform(getTourTexts, {});
  expect(steps.map(({ name }) => name)).toEqual([...tourStepNames]);
  expect(steps[0]).toEqual({ name: 'search', ...tourTexts.search });
  await staff.visitor.perform(saveTourTexts, {
    steps: [{ name: 'search', title: 'Find people', text: 'By ShieldID.' }],
  });
  const after = (await visitor.perform(getTour, {})).steps;
  expect(after[0]).toEqual({ name: 'search', title: 'Find people', text: 'By ShieldID.' });
  expect(after.slice(1)).toEqual(steps.slice(1));
  await expect(
    staff.visitor.perform(saveTourTexts, { steps: [{ name: 'search', title: '', text: 'x' }] }),
  ).rejects.toMatchObject({ code: 'invalid-input' });
});
