import { logoBytes } from '#modules/enterprise/limits.ts';
import { enterpriseTexts } from '#modules/enterprise/texts.ts';
import { Card, FileInput, Form, SubmitButton } from '../../components/index.ts';
import { logoIntents } from './branding-intents.ts';
import { LastChange } from './last-change.tsx';

interface LogoCardProps {
  /** Whose logo it is. */
  name: string;
  logo: string | null;
  result: unknown;
}

/** The current logo, a field to replace it, and a button to show the name instead. */
export function LogoCard({ name, logo, result }: LogoCardProps) {
  return (
    <Card title="Logo" aside={<LastChange of="logo" />}>
      {logo ? (
        <div className="logo-specimen">
          <img src={logo} alt={`Logo of ${name}`} height={32} />
        </div>
      ) : (
        <p className="muted">There is no logo yet. Pages and emails show the name “{name}”.</p>
      )}
      <Form id="logo" intent={logoIntents.upload} result={result} multipart>
        <FileInput
          name="logo"
          label="Image"
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
          most={{ bytes: logoBytes, words: enterpriseTexts['console.logo-too-large'] }}
          hint={`PNG, JPEG, WebP or SVG of at most ${logoBytes / 1_048_576} MB. It is shown 32 pixels high.`}
        />
        <div className="actions">
          <SubmitButton pending="Uploading">Save logo</SubmitButton>
        </div>
      </Form>
      {logo ? (
        <Form id="logo-remove" intent={logoIntents.remove} result={result}>
          <SubmitButton kind="default" size="small" pending="Removing">
            Remove logo
          </SubmitButton>
        </Form>
      ) : null}
    </Card>
  );
}
