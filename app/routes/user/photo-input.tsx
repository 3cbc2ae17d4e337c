import { photoBytes } from '#modules/identity/limits.ts';
import { identityTexts } from '#modules/identity/texts.ts';
import { FileInput } from '../../components/index.ts';

/**
 * The field with which a person, or staff for them, chooses a photo.
 * @param photo the address of the present one; null if there is none
 */
export function PhotoInput({ photo }: { photo: string | null }) {
  return (
    <FileInput
      // The field is empty again after the photo is saved.
      key={photo}
      name="photo"
      label={photo ? 'Choose another photo' : 'Choose a photo'}
      accept="image/png,image/jpeg,image/webp"
      most={{ bytes: photoBytes, words: identityTexts['profile.photo-too-large'] }}
      hint={`PNG, JPEG, or WebP of at most ${photoBytes / 1_048_576} MB. We remove the location and date from it.`}
    />
  );
}
