import { photoBytes } from '#modules/identity/limits.ts';
import { identityTexts } from '#modules/identity/texts.ts';
import { Avatar, Card, FileInput, Form, SubmitButton } from '../../components/index.ts';
import { profileIntents } from './profile-intents.ts';

interface PhotoCardProps {
  firstname: string;
  lastname: string;
  photo: string | null;
  result: unknown;
}

/** The person's photo, and a field to replace it (doc2 §2.2). */
export function PhotoCard({ firstname, lastname, photo, result }: PhotoCardProps) {
  return (
    <Card title="Photo" note="People and companies who can see your score see it next to your name.">
      <div className="row">
        <Avatar firstname={firstname} lastname={lastname} photo={photo} size={56} />
        {photo ? (
          <Form id="photo-remove" intent={profileIntents.removephoto} result={result} summary={false}>
            <SubmitButton kind="default" size="small" pending="Removing">
              Remove photo
            </SubmitButton>
          </Form>
        ) : (
          <p className="muted">No photo yet. Your initials are shown.</p>
        )}
      </div>
      <Form id="photo" intent={profileIntents.photo} result={result} multipart summary={false}>
        {/* The field is empty again after the photo is saved. */}
        <FileInput
          key={photo}
          name="photo"
          label={photo ? 'Choose another photo' : 'Choose a photo'}
          accept="image/png,image/jpeg,image/webp"
          most={{ bytes: photoBytes, words: identityTexts['profile.photo-too-large'] }}
          hint={`PNG, JPEG or WebP of at most ${photoBytes / 1_048_576} MB. We remove the location and date from it.`}
        />
        <div className="actions">
          <SubmitButton kind="default" pending="Uploading">
            Save photo
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
