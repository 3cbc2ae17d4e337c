import type { ReactNode } from 'react';
import { networkTexts } from '#modules/network/texts.ts';
import { Banner, DialogBody, DialogFoot, Form, RouteDialog, SubmitButton } from '../../components/index.ts';

interface SureProps {
  id: string;
  /** What happens if they do. */
  children: ReactNode;
  result: { error?: Record<string, string[] | null> | null } | undefined;
}

/** 'Are you sure?', Nevermind, Yes (doc1 §2). A refusal stands above the question. */
export function Sure({ id, children, result }: SureProps) {
  const refused = result?.error?.['']?.[0];
  return (
    <RouteDialog title={networkTexts['network.are-you-sure']}>
      <Form id={id} result={result} summary={false} className="dialog-form">
        <DialogBody>
          {refused ? (
            <Banner tone="bad" live="alert">
              {refused}
            </Banner>
          ) : null}
          <p className="muted">{children}</p>
        </DialogBody>
        <DialogFoot cancel={networkTexts['network.nevermind']}>
          <SubmitButton kind="danger">{networkTexts['network.yes']}</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
