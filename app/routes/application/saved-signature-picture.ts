import type { LoaderFunctionArgs } from '@remix-run/node';
import { restoreSavedSignature } from '#modules/applications/index.ts';
import { perform } from '../../door.server.ts';
import { pictureAnswer } from './picture-answer.ts';

/** The picture of the saved signature, which a page without script shows before it is placed on a document. */
export async function loader(args: LoaderFunctionArgs) {
  const { signature_encoded } = await perform(args, restoreSavedSignature, {});
  const base64 = signature_encoded.slice(signature_encoded.indexOf(',') + 1);
  return pictureAnswer({ image: new Uint8Array(Buffer.from(base64, 'base64')) }, 'image/png');
}
