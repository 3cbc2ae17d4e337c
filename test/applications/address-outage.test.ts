import { expect, test } from 'vitest';
import {
  AddressSearchFailed,
  addressSearch,
  checkAddresses,
  lookUpAddresses,
} from '#modules/applications/index.ts';
import { newPerson } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();

const typed = {
  address1: '12 Oak Street',
  address2: '',
  city: 'Austin',
  state: 'TX',
  postalcode: '78799',
  choice: '',
};

test('a maps service that fails stops nobody', async () => {
  const fails = () => Promise.reject(new AddressSearchFailed('answered 500'));
  addressSearch.provide(portal, { attribution: null, suggest: fails, find: fails });
  const { visitor } = await newPerson(portal);
  await expect(visitor.perform(lookUpAddresses, { text: '12 Oak' })).rejects.toMatchObject({
    code: 'unavailable',
  });
  const { addresses } = await visitor.perform(checkAddresses, { addresses: [typed] });
  expect(addresses).toMatchObject([{ postalcode: '78799', candidates: [] }]);
});

test('a mistake of the maps service’s adapter is not hidden', async () => {
  const fails = () => Promise.reject(new RangeError('a mistake'));
  addressSearch.provide(portal, { attribution: null, suggest: fails, find: fails });
  const { visitor } = await newPerson(portal);
  await expect(visitor.perform(checkAddresses, { addresses: [typed] })).rejects.toThrow('a mistake');
  await expect(visitor.perform(lookUpAddresses, { text: '12 Oak' })).rejects.toThrow('a mistake');
});

test('at most four exact addresses are offered, and the apartment of a chosen one is taken where none was typed', async () => {
  const asked: string[] = [];
  addressSearch.provide(portal, {
    attribution: 'Powered by Nobody',
    suggest: async (text) => {
      asked.push(text);
      return Array.from({ length: 7 }, (_, at) => ({ id: `${at}`, text: `${at}`, exact: at > 0 }));
    },
    find: async (id) => (id === '2' ? null : { ...typed, address1: `${id} Elm`, address2: 'Unit 9' }),
  });
  const { visitor } = await newPerson(portal);
  const check = async (changes: object) =>
    (await visitor.perform(checkAddresses, { addresses: [{ ...typed, ...changes }] })).addresses[0];
  const offered = await check({ address2: 'Apt 4' });
  // Four exact ones are looked up, of which one has no parts.
  expect(offered?.candidates.map(({ id }) => id)).toEqual(['1', '3', '4']);
  expect(asked).toEqual(['12 Oak Street, Austin, TX 78799']);
  expect(await check({ choice: '5' })).toMatchObject({ address1: '5 Elm', address2: 'Unit 9' });
  expect(await check({ choice: '5', address2: 'Apt 4' })).toMatchObject({ address2: 'Apt 4' });
  expect((await visitor.perform(lookUpAddresses, { text: '12 Oak' })).attribution).toBe('Powered by Nobody');
});

test('a portal without a maps service suggests nothing and takes what is typed', async () => {
  addressSearch.provide(portal, null);
  const { visitor } = await newPerson(portal);
  expect(await visitor.perform(lookUpAddresses, { text: '12 Oak' })).toEqual({
    suggestions: [],
    attribution: null,
  });
  const { addresses } = await visitor.perform(checkAddresses, { addresses: [typed] });
  expect(addresses).toMatchObject([{ postalcode: '78799', candidates: [] }]);
});
