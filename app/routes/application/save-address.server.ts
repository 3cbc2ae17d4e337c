import type { TypedResponse } from '@remix-run/node';
import type { z } from 'zod';
import { addressForm } from '#modules/applications/forms.ts';
import { checkAddresses, updateApplicationDetails } from '#modules/applications/index.ts';
import { applicationsTexts } from '#modules/applications/texts.ts';
import type { RefusalCode } from '#modules/words.ts';
import { type ReadActionArgs, readAllowed, submit } from '../../action.server.ts';
import { perform } from '../../door.server.ts';
import type { Candidate } from './address-fields.tsx';
import { asked } from './asked-step.ts';

/** The candidates for each address of the form, the current address first. */
export interface AddressesToChoose {
  candidates: Candidate[][];
}

/** Where the person goes after the step was saved, and after refusals that leave nothing to do on this page. */
interface Onward {
  done(output: { workflowstep: number }): TypedResponse<never>;
  refused: Partial<Record<RefusalCode, () => Promise<string>>>;
}

/** Saves the address step if each address is an exact one or was kept as typed (D82). */
export async function saveAddresses(args: ReadActionArgs, { done, refused }: Onward) {
  const typed = await readAllowed(args, addressForm, updateApplicationDetails);
  const checked = typed.value ? await check(args, typed.value) : [];
  const candidates = checked.map((address) => address.candidates);
  if (candidates.some((found) => found.length > 0)) {
    const found: AddressesToChoose = { candidates };
    const wrong = candidates.flatMap((each, at) => (each.length > 0 ? [choiceName(at)] : []));
    const error = [applicationsTexts['application.address-choice']];
    return typed.again(found, Object.fromEntries(wrong.map((name) => [name, error])));
  }
  return submit(args, {
    done,
    refused,
    operation: updateApplicationDetails,
    form: addressForm,
    input: (sent) => {
      const [current, ...previous] = checked.map(({ candidates: _none, ...address }) => address);
      return {
        applicationid: asked(args).applicationid,
        details: { profiledetails: { ...sent, ...current, previous_addresses: previous } },
      };
    },
  });
}

const choiceName = (at: number) =>
  at === 0 ? 'address_choice' : `previous_addresses[${at - 1}].address_choice`;

async function check(args: ReadActionArgs, value: z.output<typeof addressForm.schema>) {
  const { previous_addresses, na_previous_addresses: _none, ...current } = value;
  const { addresses } = await perform(args, checkAddresses, {
    addresses: [current, ...previous_addresses].map(({ address_choice, ...address }) => ({
      ...address,
      choice: address_choice,
    })),
  });
  return addresses;
}
