import { enterpriseTexts } from '#modules/enterprise/texts.ts';
import { Card, EmptyState, Page } from '../../components/index.ts';

/** What the other members of a team see in place of keys and webhooks. @param owner their name */
export function OwnerOnly({ owner }: { owner: string }) {
  return (
    <Page title="Developers">
      <Card>
        <EmptyState icon="lock" title={enterpriseTexts['api-keys.owner-only']}>
          Ask {owner}.
        </EmptyState>
      </Card>
    </Page>
  );
}
