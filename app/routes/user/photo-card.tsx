import { Avatar, Card, Form, SubmitButton } from '../../components/index.ts';
import { PhotoInput } from './photo-input.tsx';
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
        <PhotoInput photo={photo} />
        <div className="actions">
          <SubmitButton kind="default" pending="Uploading">
            Save photo
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
