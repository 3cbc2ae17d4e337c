import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { identityTexts } from '#modules/identity/texts.ts';
import { Banner, Button, SoloCard } from '../../components/index.ts';

/** Shown in place of the form after it was sent (doc1 §2). */
export function PreferencesSaved({ children }: { children?: ReactNode }) {
  return (
    <SoloCard title="Manage my email preferences">
      <Banner tone="ok" live="status">
        {identityTexts['mails.saved']}
      </Banner>
      {children}
      <Form action="/login">
        <Button type="submit" wide>
          Back to Login
        </Button>
      </Form>
    </SoloCard>
  );
}
