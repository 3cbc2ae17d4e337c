import { z } from 'zod';
import { SECOND } from '#modules/platform/browser.ts';
import { isOutageStatus } from '#modules/platform/index.ts';
import {
  type AddressSearch,
  AddressSearchFailed,
  type AddressSuggestion,
  type FoundAddress,
} from './port.ts';

/** Live adapter: Google's Places API (New), places:autocomplete and places.get. */

const TIMEOUT = 5 * SECOND;

/** The types of a place that is one building or unit. */
const exactTypes = ['street_address', 'premise', 'subpremise'];
const isExact = (types: readonly string[]) => types.some((type) => exactTypes.includes(type));

const suggested = z.object({
  suggestions: z
    .array(
      z.object({
        placePrediction: z
          .object({
            placeId: z.string(),
            text: z.object({ text: z.string() }),
            types: z.array(z.string()).default([]),
          })
          .optional(),
      }),
    )
    .default([]),
});

const place = z.object({
  types: z.array(z.string()).default([]),
  addressComponents: z
    .array(
      z.object({
        longText: z.string().default(''),
        shortText: z.string().default(''),
        types: z.array(z.string()).default([]),
      }),
    )
    .default([]),
});

export class GoogleAddressSearch implements AddressSearch {
  readonly attribution = 'Powered by Google';
  readonly #apiKey: string;
  readonly #url: string;

  /** @param options the url of the service, for tests; Google's own by default */
  constructor(options: { apiKey: string; url?: string }) {
    this.#apiKey = options.apiKey;
    this.#url = options.url ?? 'https://places.googleapis.com/v1';
  }

  async suggest(text: string, session?: string): Promise<AddressSuggestion[]> {
    const response = await this.#ask('/places:autocomplete', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-goog-fieldmask':
          'suggestions.placePrediction.placeId,suggestions.placePrediction.text.text,suggestions.placePrediction.types',
      },
      body: JSON.stringify({
        input: text,
        includedRegionCodes: ['us'],
        includedPrimaryTypes: [...exactTypes, 'route'],
        languageCode: 'en',
        ...(session ? { sessionToken: session } : {}),
      }),
    });
    const { suggestions } = await readAs(response, suggested);
    return suggestions
      .flatMap(({ placePrediction }) => placePrediction ?? [])
      .map(({ placeId, text: { text: line }, types }) => ({
        id: placeId,
        text: line,
        exact: isExact(types),
      }));
  }

  async find(id: string, session?: string): Promise<FoundAddress | null> {
    const query = new URLSearchParams({ languageCode: 'en', ...(session ? { sessionToken: session } : {}) });
    const response = await this.#ask(`/places/${encodeURIComponent(id)}?${query}`, {
      headers: { 'x-goog-fieldmask': 'types,addressComponents' },
    });
    return response.status === 404 ? null : toAddress(await readAs(response, place));
  }

  /**
   * @throws AddressSearchFailed unless the answer is 2xx or, for a single place, 400 or 404 because the id is invalid
   */
  async #ask(path: string, init: RequestInit): Promise<Response> {
    let response: Response;
    try {
      response = await fetch(this.#url + path, {
        ...init,
        headers: { ...init.headers, 'x-goog-api-key': this.#apiKey },
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT),
      });
    } catch (error) {
      throw new AddressSearchFailed(`no answer: ${error instanceof Error ? error.name : 'error'}`);
    }
    if (response.ok) return response;
    await response.body?.cancel();
    const unknown = init.method !== 'POST' && (response.status === 404 || response.status === 400);
    if (unknown) return new Response(null, { status: 404 });
    throw new AddressSearchFailed(`answered ${response.status}`, isOutageStatus(response.status));
  }
}

function toAddress({ types, addressComponents }: z.output<typeof place>): FoundAddress | null {
  const component = (...wanted: string[]) =>
    wanted
      .map((type) => addressComponents.find((each) => each.types.includes(type)))
      .find((each) => each !== undefined);
  const number = component('street_number')?.longText ?? '';
  const street = component('route')?.longText ?? '';
  const postalcode = component('postal_code')?.longText ?? '';
  const state = component('administrative_area_level_1')?.shortText ?? '';
  const city =
    component('locality', 'sublocality_level_1', 'postal_town', 'administrative_area_level_3')?.longText ??
    '';
  const inside = component('country')?.shortText === 'US';
  if (!isExact(types) || !inside || !number || !street || !city || !/^\d{5}$/.test(postalcode)) return null;
  const unit = component('subpremise')?.longText ?? '';
  return { address1: `${number} ${street}`, address2: unit, city, state, postalcode };
}

async function readAs<T>(response: Response, schema: z.ZodType<T>): Promise<T> {
  const parsed = schema.safeParse(await response.json().catch(() => null));
  if (!parsed.success) throw new AddressSearchFailed('an answer of another shape');
  return parsed.data;
}
