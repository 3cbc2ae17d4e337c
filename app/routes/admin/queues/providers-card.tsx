import { formatCount, formatDateTime } from '#modules/platform/browser.ts';
import { Card, Form, Icon, SubmitButton } from '../../../components/index.ts';
import { queueIntents } from './intents.ts';
import { providerWords, type Queues } from './words.ts';

type Provider = Queues['providers'][number];

const stateOf: Record<
  Provider['state'],
  { words: string; icon: 'ok' | 'stop' | 'clock'; className: string }
> = {
  up: { words: 'Up', icon: 'ok', className: 'up' },
  failing: { words: 'Last call failed', icon: 'stop', className: 'down' },
  down: { words: 'Not answering', icon: 'stop', className: 'down' },
  idle: { words: 'Not called yet', icon: 'clock', className: '' },
};

/** The outside services, as all web and worker processes know them together. */
export function ProvidersCard({
  providers,
  timeZone,
  result,
}: {
  providers: readonly Provider[];
  timeZone: string;
  result: unknown;
}) {
  return (
    <Card id="providers" title="Providers" padded={false}>
      <ul className="health">
        {providers.map((each) => {
          const { words, icon, className } = stateOf[each.state];
          return (
            <li key={each.provider}>
              <Icon name={icon} />
              <b>{providerWords[each.provider]}</b>
              <span className={className}>
                {words}
                {each.state === 'up' && each.last_answer_ms !== null ? `, ${each.last_answer_ms} ms` : ''}
              </span>
              <small className="anywhere">
                {each.state === 'down' && each.open_since && each.next_try_at
                  ? `Since ${formatDateTime(each.open_since, timeZone)}. It’s asked again at ${formatDateTime(each.next_try_at, timeZone)}. `
                  : null}
                {each.state !== 'up' && each.last_failure
                  ? `Last error: ${each.last_failure.replace(/\.$/, '')}. `
                  : null}
                {each.calls > 0
                  ? `${formatCount(each.calls, 'call')} in the last two hours, ${rate(each)} failed. `
                  : null}
                {each.last_answer_at ? `Last answer ${formatDateTime(each.last_answer_at, timeZone)}.` : null}
              </small>
              <Form id={`test-${each.provider}`} intent={queueIntents.test} result={result} summary={false}>
                <input type="hidden" name="provider" value={each.provider} />
                <SubmitButton kind="default" size="small" intent={queueIntents.test} pending="Testing">
                  Test <span className="sr">{providerWords[each.provider]}</span>
                </SubmitButton>
              </Form>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function rate({ calls, failures }: Provider): string {
  if (failures === 0) return 'none';
  const share = (100 * failures) / calls;
  return `${share < 1 ? 'under 1' : Math.round(share)}%`;
}
