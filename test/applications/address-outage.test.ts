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
