import type { ReactNode } from 'react';
import { formatDateTime } from '#modules/platform/browser.ts';
import {
  Badge,
  Button,
  Card,
  confirmationOf,
  Disclose,
  Document,
  FinalDecision,
  Form,
  SubmitButton,
} from '../../components/index.ts';
import type { Intent } from '../../intents.ts';
import { useRoot } from '../shell/use-root.ts';
import { type ChangedLines, DraftChanges } from './draft-changes.tsx';

/** How a text will look; with `title` if its title is edited too. */
interface Preview {
  title?: string;
  html: string;
}

interface DraftEditorProps {
  intents: { save: Intent; preview: Intent; publish: Intent };
  result: unknown;
  defaults: Readonly<Record<string, unknown>>;
  /** Who saved the stored draft, and when; null if there is none. */
  draft: { author: string; written_at: Date } | null;
  /** A fingerprint of what the page shows. If somebody else has saved since, saving and publishing are refused. */
  seen: string;
  /** The title above a preview that does not have one. */
  title: string;
  /** The preview of the stored draft, shown if the action's answer has none. */
  stored: Preview | undefined;
  /** How the stored draft differs from the version in force; null if one of the two does not exist. */
  changes: { version: number; lines: ChangedLines } | null;
  /** The number that the draft gets when it is published. */
  version: number;
  /** What publishing does. */
  publishing: string;
  /** Who reads the text once it is published. */
  seenBy: string;
  /** The fields. */
  children: ReactNode;
}

/** Edits a text: write a draft, preview it, and publish it as a new version. */
export function DraftEditor({
  intents,
  result,
  defaults,
  draft,
  seen,
  title,
  stored,
  changes,
  version,
  publishing,
  seenBy,
  children,
}: DraftEditorProps) {
  const { timeZone } = useRoot();
  const shown = previewIn(result) ?? stored;
  const publishes = confirmationOf(result, 'publish');
  return (
    <Card
      title="Draft"
      note={
        draft
          ? `Saved by ${draft.author}, ${formatDateTime(draft.written_at, timeZone)}. No one sees it until it’s published.`
          : 'Starts from the version in force. No one sees the draft until it’s published.'
      }
    >
      {/* The key makes a new form if the stored text has changed, so that nobody overwrites it with the earlier text. */}
      <Form key={seen} id="draft" intent={intents.save} result={result} defaults={defaults}>
        <input type="hidden" name="seen" value={seen} />
        {children}
        <div className="actions">
          <SubmitButton intent={intents.save} pending="Saving">
            Save draft
          </SubmitButton>
          <Button type="submit" intent={intents.preview}>
            Preview
          </Button>
        </div>
      </Form>
      {shown ? <Document title={title} {...shown} meta={['Draft']} /> : null}
      {changes ? <DraftChanges version={changes.version} changes={changes.lines} /> : null}
      {draft && publishes ? (
        <FinalDecision
          id="publish"
          intent={intents.publish}
          values={publishes}
          decision={[['Publish', `The saved draft as version ${version} of ${title}`]]}
          reads={publishing}
          seenBy={seenBy}
          final="A published version can’t be changed or deleted. A newer one can replace it."
          label={`Publish version ${version}`}
          pending="Publishing"
        />
      ) : null}
      {draft && !publishes ? (
        <Form id="publish" intent={intents.publish} result={result}>
          <input type="hidden" name="seen" value={seen} />
          <p className="small muted">
            Publishing turns the saved draft into version {version}. {publishing}
          </p>
          <div className="actions">
            <SubmitButton kind="default" pending="Publishing">
              Publish draft
            </SubmitButton>
          </div>
        </Form>
      ) : null}
    </Card>
  );
}

/** The fingerprint that a form of the page sent back. */
export function seenIn(form: FormData): string {
  return String(form.get('seen') ?? '').slice(0, 64);
}

/** The preview in an action's answer. */
function previewIn(result: unknown): Preview | undefined {
  return (result as { found?: { preview?: Preview } } | undefined)?.found?.preview;
}

interface VersionsProps {
  /** Newest first. */
  versions: readonly {
    version: number;
    inForce: boolean;
    from: Date;
    /** Who published it; null if that was at the terminal. */
    by?: string | null;
    title: string;
    html: string;
  }[];
  /** What stands below them. */
  children?: ReactNode;
}

/** Every published version of a text. */
export function Versions({ versions, children }: VersionsProps) {
  const { timeZone } = useRoot();
  return (
    <Card title="Versions">
      {versions.length === 0 ? <p className="muted">No version has been published yet.</p> : null}
      {versions.map(({ version, inForce, from, by, title, html }) => (
        <Disclose
          key={version}
          summary={
            <>
              Version {version}, effective {formatDateTime(from, timeZone)}
              {by ? `, published by ${by}` : ''} {inForce ? <Badge tone="ok">In force</Badge> : null}
            </>
          }
        >
          <Document title={title} html={html} />
        </Disclose>
      ))}
      {children}
    </Card>
  );
}
