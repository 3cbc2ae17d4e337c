import { redirect } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { removeUserPhoto, saveUserPhoto } from '#modules/admin/index.ts';
import { photoBytes } from '#modules/identity/limits.ts';
import { identityTexts } from '#modules/identity/texts.ts';
import type { Refusal } from '#modules/platform/index.ts';
import { intents, type ReadActionArgs } from '../../action.server.ts';
import { Avatar, DialogBody, DialogFoot, Form, RouteDialog, SubmitButton } from '../../components/index.ts';
import { attempt, perform } from '../../door.server.ts';
import { refusedForm, requireFilesAllowed } from '../../file-form.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { PhotoInput } from '../user/photo-input.tsx';
import { photoIntents } from './record-intents.ts';
import { useRecord } from './use-record.ts';

export const meta = titled('Photo');

function backTo({ context, params }: ReadActionArgs, words: string) {
  flash(context.visit, words);
  return redirect(`/admin/user/${params.userid}#profile`);
}

export const action = intents(
  photoIntents,
  {
    upload: async (args) => {
      await requireFilesAllowed(args, saveUserPhoto);
      const chosen = args.files.one('photo');
      const missing = { text: identityTexts['profile.photo-not-an-image'], status: 400 };
      if (!chosen) return refusedForm('photo', missing, 'photo');
      const userid = args.params.userid ?? '';
      const saved = await attempt(args, saveUserPhoto, { userid, image: chosen.file });
      if (!saved.ok) return refusedForm('photo', saved.refusal, 'photo');
      return backTo(args, 'Photo saved. The person has been notified.');
    },
    remove: async (args) => {
      await perform(args, removeUserPhoto, { userid: args.params.userid ?? '' });
      return backTo(args, 'Photo removed. The person has been notified.');
    },
  },
  ({ params }) => ({
    operation: saveUserPhoto,
    about: () => ({ userid: params.userid ?? '' }),
    files: { bytes: photoBytes, count: 1 },
    refused: (refusal: Refusal) => refusedForm('photo', refusal, 'photo'),
  }),
);

/** The person's photo, which staff replace or remove (doc3 §3). */
export default function UserPhoto() {
  const { firstname, lastname, profileimageurl: photo } = useRecord().profile;
  const result = useActionData<typeof action>();
  return (
    <RouteDialog title={`Photo of ${firstname} ${lastname}`} closeTo={{ search: '', hash: '#profile' }}>
      <DialogBody>
        <div className="row">
          <Avatar firstname={firstname} lastname={lastname} photo={photo} size={56} />
          {photo ? (
            <Form id="photo-remove" intent={photoIntents.remove} result={result} summary={false}>
              <SubmitButton kind="danger" size="small" pending="Removing">
                Remove photo
              </SubmitButton>
            </Form>
          ) : (
            <p className="muted">No photo yet. The initials are shown.</p>
          )}
        </div>
      </DialogBody>
      <Form
        id="photo"
        intent={photoIntents.upload}
        result={result}
        multipart
        summary={false}
        className="dialog-form"
      >
        <DialogBody>
          <PhotoInput photo={photo} />
          <p className="muted">We’ll notify them by email.</p>
        </DialogBody>
        <DialogFoot>
          <SubmitButton pending="Uploading">Save photo</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
