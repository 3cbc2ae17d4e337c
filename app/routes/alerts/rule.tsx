import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { complianceRuleFields, ruleScores } from '#modules/network/fields.ts';
import { complianceRuleForm } from '#modules/network/forms.ts';
import { countExceptions, saveAlertConfig, tryRule } from '#modules/network/index.ts';
import { formatDate } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import { askedPage } from '../../asked-page.server.ts';
import { Button, Card, Form, List, ListRow, Select, Switch } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { askedRule } from './rule-address.server.ts';
import { RuleEffect, type TriedRule } from './rule-effect.tsx';
import { SettingsPage } from './settings-page.tsx';

const path = '/user/alerts/rule';
const fields = bind(complianceRuleFields);
const scores = ruleScores.map((score) => [score, score] as const);

export const meta = titled('Compliance rule');

export async function loader(args: LoaderFunctionArgs) {
  const { rule, wrong } = askedRule(args.request);
  const page = askedPage(args.request);
  return {
    tried: await perform(args, tryRule, { rule, page }),
    wrong,
    exceptions: (await perform(args, countExceptions, {})).holding,
    shieldlink: (await args.context.visit.caller())?.facts.shieldlink_enabled ?? false,
  };
}

const yesNo = (on: boolean) => (on ? 'YES' : 'NO');

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: complianceRuleForm,
    operation: saveAlertConfig,
    input: (rule) => ({
      alertconfig: {
        minscore: ruleScores.indexOf(rule.minscore),
        maxscore: ruleScores.indexOf(rule.maxscore),
        outofcomp_expired: yesNo(rule.outofcomp_expired),
        outofcomp_leftnetwork: yesNo(rule.outofcomp_leftnetwork),
        outofcomp_removed: yesNo(rule.outofcomp_removed),
      },
    }),
    done: () => {
      flash(args.context.visit, 'Compliance rule saved');
      return redirect(path);
    },
  });
}

/** The rule of a company: tried by one form, and saved by another below what it would do (D131). */
export default function ComplianceRule() {
  const { tried, wrong, exceptions, shieldlink } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { search } = useLocation();
  const [current] = tried.savings;
  return (
    <SettingsPage tab="Compliance rule" exceptions={exceptions}>
      <div className="split">
        <div className="stack stack-24">
          <Form
            id="try-rule"
            method="get"
            action={path}
            result={wrong}
            defaults={tried.rule}
            key={search}
            preventScrollReset
            label="Who is in compliance"
          >
            <Card
              title="Who is in compliance"
              aside={current ? <Saved saving={current} /> : <span className="small muted">Default rule</span>}
              foot={
                <>
                  <Button type="submit">Try</Button>
                  <span className="small muted">Nothing changes until you save.</span>
                </>
              }
            >
              <div className="pair">
                <Select field={fields.minscore} options={scores} none="Choose" />
                <Select field={fields.maxscore} options={scores} none="Choose" />
              </div>
              <Switch field={fields.outofcomp_expired} />
              <Switch field={fields.outofcomp_leftnetwork} />
              <Switch field={fields.outofcomp_removed} />
              <p className="hint">
                A score under review counts as before until it’s decided, so that a dispute never puts anyone
                out.
              </p>
              {shieldlink ? (
                <p className="hint">
                  People you see only through ShieldLink count too, but they raise no alerts and can’t have an
                  exception.
                </p>
              ) : null}
            </Card>
          </Form>
          {wrong ? null : <RuleEffect tried={tried} result={result} search={search} />}
        </div>
        <aside className="stack stack-24">
          <Card title="What “out” does">
            <p>
              It marks people in your network and in the charts, and notifies subscribers. It doesn’t stop
              sharing, and the person isn’t told.
            </p>
          </Card>
          <Card title="Saved rules" padded={false}>
            {tried.savings.length === 0 ? (
              <p className="card-body muted">None yet. By default every valid score is in compliance.</p>
            ) : (
              <List label="Saved rules">
                {tried.savings.map((saving, at) => (
                  <ListRow
                    key={saving.id}
                    title={`${saving.rule.minscore} to ${saving.rule.maxscore}${at === 0 ? ', now' : ''}`}
                    note={
                      <>
                        <Saved saving={saving} />, {saving.people_out.toLocaleString('en-US')} out.{' '}
                        {alsoOut(saving.rule)}
                      </>
                    }
                  />
                ))}
              </List>
            )}
          </Card>
        </aside>
      </div>
    </SettingsPage>
  );
}

function Saved({ saving }: { saving: { saved_by: string; saved_at: Date | string } }) {
  const { timeZone } = useRoot();
  return (
    <span className="small muted">
      {saving.saved_by}, {formatDate(saving.saved_at, timeZone)}
    </span>
  );
}

/** What counts as out beside the scores. */
function alsoOut(rule: TriedRule['rule']): string {
  const kinds = [
    rule.outofcomp_expired ? 'expired' : '',
    rule.outofcomp_leftnetwork ? 'left' : '',
    rule.outofcomp_removed ? 'removed' : '',
  ].filter(Boolean);
  return kinds.length > 0 ? `Also out: ${kinds.join(', ')}.` : '';
}
