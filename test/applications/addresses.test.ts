import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { inOneLine, isSameAddress, normalized } from '#modules/applications/addresses/same.ts';
import {
  AddressSearchFailed,
  checkAddresses,
  GoogleAddressSearch,
  getAddressDetails,
  lookUpAddresses,
} from '#modules/applications/index.ts';
import { newPerson } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();

const oak = { address1: '12 Oak Street', address2: '', city: 'Austin', state: 'TX', postalcode: '78701' };

test('F91: addresses are suggested from three characters on, exact points and streets', async () => {
  const { visitor } = await newPerson(portal);
  await expect(visitor.perform(lookUpAddresses, { text: ' 12 ' })).rejects.toMatchObject({
    code: 'invalid-input',
  });
  const { suggestions } = await visitor.perform(lookUpAddresses, { text: '12 Oak' });
  expect(suggestions.map(({ text }) => text)).toEqual([
    '12 Oak Street, Austin, TX 78701, USA',
    '12 Oak Street, Portland, OR 97203, USA',
  ]);
  const [first] = suggestions;
  expect(await visitor.perform(getAddressDetails, { id: first?.id ?? '' })).toEqual(oak);
});

test('a street, and a place that nobody knows, are no addresses', async () => {
  const { visitor } = await newPerson(portal);
  const { suggestions } = await visitor.perform(lookUpAddresses, { text: 'Oak Street' });
  expect(suggestions).toMatchObject([{ exact: false }]);
  for (const id of [suggestions[0]?.id ?? '', 'sandbox-nowhere']) {
    await expect(visitor.perform(getAddressDetails, { id })).rejects.toMatchObject({
      code: 'applications.address-inexact',
    });
  }
});

test('a typed address is settled when the map has it, however it is abbreviated', async () => {
  const { visitor } = await newPerson(portal);
  const typed = { ...oak, address1: '12 OAK ST.', address2: 'Apt 4', choice: '' };
  const { addresses } = await visitor.perform(checkAddresses, { addresses: [typed] });
  const { choice: _none, ...kept } = typed;
  expect(addresses).toEqual([{ ...kept, candidates: [] }]);
});

test('of an address that the map has otherwise, the exact ones are offered until one is chosen', async () => {
  const { visitor } = await newPerson(portal);
  const check = async (choice: string) => {
    const typed = { ...oak, postalcode: '78799', address2: 'Apt 4', choice };
    const { addresses } = await visitor.perform(checkAddresses, { addresses: [typed] });
    return addresses[0];
  };
  const offered = await check('');
  expect(offered?.candidates.map(({ text }) => text)).toEqual([
    '12 Oak Street, Austin, TX 78701',
    '12 Oak Street, Portland, OR 97203',
  ]);
  expect(await check('sandbox-nowhere')).toEqual(offered);
  expect(await check('typed')).toEqual({ ...oak, postalcode: '78799', address2: 'Apt 4', candidates: [] });
  expect(await check(offered?.candidates[1]?.id ?? '')).toEqual({
    ...oak,
    city: 'Portland',
    state: 'OR',
    postalcode: '97203',
    address2: 'Apt 4',
    candidates: [],
  });
});

test('an address that is on no map is taken as it was typed', async () => {
  const { visitor } = await newPerson(portal);
  const typed = { ...oak, address1: '7 New Lane', choice: '' };
  const { addresses } = await visitor.perform(checkAddresses, { addresses: [typed] });
  expect(addresses).toMatchObject([{ address1: '7 New Lane', candidates: [] }]);
});

test.each([
  ['another house', { address1: '14 Oak Street' }],
  ['another town', { city: 'Dallas' }],
  ['another state', { state: 'OK' }],
  ['another ZIP code', { postalcode: '78702' }],
])('%s is not the same address', (_what, change) => {
  expect(isSameAddress(oak, { ...oak, address1: '12 oak st', address2: '4' })).toBe(true);
  expect(isSameAddress(oak, { ...oak, ...change })).toBe(false);
});

test('a street is compared in small letters, without punctuation and with the usual abbreviations', () => {
  expect(normalized('12 North  Oak STREET, Apt. #4')).toBe('12 n oak st apt 4');
  expect(isSameAddress(oak, { ...oak, city: 'AUSTIN' })).toBe(true);
  expect(inOneLine({ ...oak, address2: 'Apt 4' })).toBe('12 Oak Street, Apt 4, Austin, TX 78701');
});

/** The answers that Google would give, and the requests that it got. */
let answer: { status: number; body: unknown };
let asked: { request: IncomingMessage; body: string } | null;
const google = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    asked = { request, body };
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer.body));
  });
});
let search: GoogleAddressSearch;

beforeAll(async () => {
  await new Promise<void>((done) => google.listen(0, '127.0.0.1', done));
  const { port } = google.address() as AddressInfo;
  search = new GoogleAddressSearch({ apiKey: 'key-of-the-map', url: `http://127.0.0.1:${port}/v1` });
});
afterAll(() => google.close());
beforeEach(() => {
  asked = null;
});

const component = (type: string, longText: string, shortText = longText) => ({
  longText,
  shortText,
  types: [type],
});

const placeBody = (types: string[], ...without: string[]) => ({
  types,
  addressComponents: [
    component('street_number', '12'),
    component('route', 'Oak Street', 'Oak St'),
    component('subpremise', '4B'),
    component('locality', 'Austin'),
    component('administrative_area_level_1', 'Texas', 'TX'),
    component('country', 'United States', 'US'),
    component('postal_code', '78701'),
  ].filter((each) => !without.includes(each.types[0] ?? '')),
});

test('Google is asked for places in the United States, with its key and the session', async () => {
  answer = {
    status: 200,
    body: {
      suggestions: [
        { placePrediction: { placeId: 'A1', text: { text: '12 Oak Street' }, types: ['street_address'] } },
        { placePrediction: { placeId: 'B2', text: { text: 'Oak Street' }, types: ['route'] } },
        { queryPrediction: {} },
      ],
    },
  };
  expect(await search.suggest('12 oak', 'session-1')).toEqual([
    { id: 'A1', text: '12 Oak Street', exact: true },
    { id: 'B2', text: 'Oak Street', exact: false },
  ]);
  expect(asked?.request.url).toBe('/v1/places:autocomplete');
  expect(asked?.request.headers['x-goog-api-key']).toBe('key-of-the-map');
  expect(JSON.parse(asked?.body ?? '')).toMatchObject({
    input: '12 oak',
    includedRegionCodes: ['us'],
    sessionToken: 'session-1',
  });
});

test('Google’s parts of an exact point become an address', async () => {
  answer = { status: 200, body: placeBody(['subpremise']) };
  expect(await search.find('A/1', 'session-1')).toEqual({ ...oak, address2: '4B' });
  expect(asked?.request.url).toBe('/v1/places/A%2F1?languageCode=en&sessionToken=session-1');
  expect(asked?.request.headers['x-goog-fieldmask']).toBe('types,addressComponents');
});

test.each([
  ['a street', placeBody(['route'])],
  ['a place without a house number', placeBody(['street_address'], 'street_number')],
  ['a place without a ZIP code', placeBody(['premise'], 'postal_code')],
  ['a place in another country', placeBody(['premise'], 'country')],
  ['a place without a street', placeBody(['premise'], 'route')],
  ['a place without a town', placeBody(['premise'], 'locality')],
])('%s is no exact point of Google', async (_what, body) => {
  answer = { status: 200, body };
  expect(await search.find('A1')).toBeNull();
});

test.each(['street_address', 'premise', 'subpremise'])('a %s is an exact point of Google', async (type) => {
  answer = { status: 200, body: placeBody([type], 'subpremise') };
  expect(await search.find('A1')).toEqual(oak);
  expect(asked?.request.url).toBe('/v1/places/A1?languageCode=en');
  answer = {
    status: 200,
    body: { suggestions: [{ placePrediction: { placeId: 'A1', text: { text: 'x' }, types: [type] } }] },
  };
  expect(await search.suggest('12 oak')).toMatchObject([{ exact: true }]);
  expect(JSON.parse(asked?.body ?? '')).toEqual({
    input: '12 oak',
    includedRegionCodes: ['us'],
    includedPrimaryTypes: ['street_address', 'premise', 'subpremise', 'route'],
    languageCode: 'en',
  });
});

test('the town is that of the locality, else of a part of it', async () => {
  const { types, addressComponents } = placeBody(['premise'], 'locality');
  const body = (...more: string[]) => ({
    types,
    addressComponents: [...addressComponents, ...more.map((type) => component(type, type))],
  });
  for (const towns of [
    ['sublocality_level_1', 'administrative_area_level_3'],
    ['postal_town', 'administrative_area_level_3'],
    ['administrative_area_level_3'],
  ]) {
    answer = { status: 200, body: body(...towns) };
    expect((await search.find('A1'))?.city).toBe(towns[0]);
  }
});

test.each([
  [400, null],
  [404, null],
  [401, 'answered 401'],
  [500, 'answered 500'],
])('asked for a place, Google’s %i is no address or a failure', async (status, failure) => {
  answer = { status, body: {} };
  const found = search.find('A1');
  if (failure) await expect(found).rejects.toThrow(failure);
  else expect(await found).toBeNull();
  await expect(search.suggest('12 oak')).rejects.toThrow(`answered ${status}`);
});

test('a Google that does not answer at all has failed', async () => {
  const deaf = new GoogleAddressSearch({ apiKey: 'key', url: 'http://127.0.0.1:9' });
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  await expect(deaf.find('A1')).rejects.toThrow(AddressSearchFailed);
  expect(timeout.mock.calls).toEqual([[5_000]]);
  timeout.mockRestore();
});

test('an id that Google does not know is no address, and its failures are failures', async () => {
  answer = { status: 404, body: {} };
  expect(await search.find('A1')).toBeNull();
  answer = { status: 403, body: { error: 'The key of 12 oak is wrong' } };
  const failure = await search.suggest('12 oak').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(AddressSearchFailed);
  expect(String(failure)).not.toContain('oak');
  answer = { status: 200, body: [] };
  await expect(search.suggest('12 oak')).rejects.toThrow(AddressSearchFailed);
});

test('Google is asked at its own address where no other is given', async () => {
  const asked = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({}));
  expect(await new GoogleAddressSearch({ apiKey: 'key' }).suggest('12 oak')).toEqual([]);
  expect(asked.mock.calls.map(([url]) => url)).toEqual([
    'https://places.googleapis.com/v1/places:autocomplete',
  ]);
  asked.mockRestore();
});
