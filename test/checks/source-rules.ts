/** What the source must not contain, if no linter has a rule for it. Each rule says how to fix it. */
export interface SourceRule {
  name: string;
  /** The paths that the rule is for, relative to the root of the project. */
  files: RegExp;
  except?: RegExp;
  pattern: RegExp;
  mend: string;
  /** A line that breaks the rule, to prove that the rule finds it. */
  planted: { path: string; line: string };
}

export const sourceRules: SourceRule[] = [
  {
    name: 'no unfinished business',
    files: /\.(ts|tsx|mjs|css)$/,
    except: /^test\/checks\/source-rules\.ts$/,
    pattern: /\b(TODO|FIXME|XXX|HACK)\b/,
    mend: 'Do it, or open an issue.',
    planted: { path: 'modules/identity/sessions/sessions.ts', line: '// TODO: later' },
  },
  {
    name: 'no silenced compiler',
    files: /\.(ts|tsx)$/,
    except: /^test\/checks\/(planted\/|source-rules\.ts)/,
    pattern: /@ts-(ignore|expect-error|nocheck)/,
    mend: 'Say what the type is.',
    planted: { path: 'app/root.tsx', line: '// @ts-ignore' },
  },
  {
    name: 'no cast that silences the compiler',
    files: /^(app|cli|jobs|migrations|modules|sandboxes|embedded-database)\/.*\.(ts|tsx)$/,
    // Objects of another company's API, which its sandbox makes up.
    except: /^sandboxes\/payments\//,
    pattern: /\bas (never|unknown as)\b/,
    mend: 'Say what the type is, or read the value by a schema.',
    planted: { path: 'modules/network/search/search.ts', line: 'const row = found as unknown as Row;' },
  },
  {
    name: 'nothing of the person in the browser',
    files: /^app\/.*\.(ts|tsx)$/,
    pattern: /\b(localStorage|sessionStorage|indexedDB)\b/,
    mend: 'The server renders it; nothing about a person is kept in the browser (D10).',
    planted: { path: 'app/root.tsx', line: "localStorage.setItem('user', name);" },
  },
  {
    name: 'business time from the clock',
    files: /^modules\/(?!platform\/)/,
    pattern: /\bDate\.now\(\)|new Date\(\)/,
    mend: 'Use work.now or portal.clock.now(): tests and development move it.',
    planted: { path: 'modules/network/rules.ts', line: 'const now = new Date();' },
  },
  {
    name: 'no test of speed',
    files: /^test\/.*\.test\.ts$/,
    pattern: /expect\(performance\.now\(\) -|\bvi\.wait(For|Until)\(/,
    mend: 'A busy machine stands still for seconds. Wait by eventually(); let what must not wait wait for ever.',
    planted: {
      path: 'test/network/search.test.ts',
      line: 'expect(performance.now() - began).toBeLessThan(100);',
    },
  },
  {
    name: 'no time limit of a test',
    files: /^test\/.*\.test\.ts$/,
    pattern: /^ {2}[1-9][\d_]*,$|^\}, [1-9][\d_]*\);$/,
    mend: 'Leave it out: vitest.config.ts has the limits, which end what hangs on a busy machine too.',
    planted: { path: 'test/purchasing/races.test.ts', line: '}, 60_000);' },
  },
  {
    name: 'pages go through operations',
    files: /^app\/(?!server\/)/,
    // Pages for development only. The data of the sandboxes is not about real people.
    except: /^app\/routes\/dev\//,
    pattern: /\bportal\.(work|transaction|reading|db|pool|orm)\b/,
    mend: 'Call an operation by perform or submit: its access rule guards it.',
    planted: { path: 'app/routes/user/home.tsx', line: "context.portal.work('read', run);" },
  },
  {
    name: 'one way to close a dialog',
    files: /^app\/.*\.tsx$/,
    // The two pieces that render one: a route over its page, and what covers the page until it is answered.
    except: /^app\/components\/(route-dialog|gate-dialog)\.tsx$/,
    pattern: /<dialog\b/,
    mend: 'Use RouteDialog, which closes to its page by Esc, Close and Nevermind.',
    planted: { path: 'app/routes/admin/pipeline/note.tsx', line: '<dialog open onCancel={leave}>' },
  },
  {
    name: 'times in mails name their zone',
    files: /^modules\/.*mails\.ts$/,
    pattern: /\bformatDateTime\b/,
    mend: 'Use formatMoment: whoever reads a mail does not see which zone the portal shows.',
    planted: {
      path: 'modules/identity/mails.ts',
      line: "['Time', formatDateTime(at, timeZone)],",
    },
  },
  {
    name: 'outside services are asked by adapters alone',
    files: /^(app\/server|cli|jobs|modules)\/.*\.ts$/,
    // The adapters, which modules/adapters.ts guards; the probe, which is guarded where it is called; webhooks, whose
    // endpoints belong to companies and are each watched on their own; the doctor, which asks what does not answer; what
    // asks the portal of this machine; and code that is shown to developers.
    except:
      /^modules\/(platform\/(sms\/twilio|mail\/resend|providers\/probe|reference\/snippets)|applications\/(verification\/onfido|cra\/https|addresses\/google)|enterprise\/webhooks\/(post|network))\.ts$|^cli\/(doctor\/network|sandbox|seed)\.ts$/,
    pattern: /\bfetch\(|import \{[^}]*\b(connect|request)\b[^}]*\} from 'node:(https?|http2|net|tls)'/,
    mend: 'Make it a method of a port with an adapter, and name it in modules/adapters.ts, which guards it.',
    planted: { path: 'jobs/platform.ts', line: "const answer = await fetch('https://api.example.com');" },
  },
  {
    name: 'adapters are opened where they are guarded',
    files: /^(app|cli|jobs|modules)\/.*\.ts$/,
    except: /^modules\/(adapters|platform\/live-adapters|platform\/backup\/places)\.ts$/,
    pattern:
      /\bnew (TwilioSms|ResendMail|SmtpTransport|S3Storage|HttpsCra|OnfidoVerifier|GoogleAddressSearch)\(/,
    mend: 'Use the one of the portal: a circuit breaker, a time limit and counts belong to every call.',
    planted: { path: 'jobs/platform.ts', line: 'const sms = new TwilioSms(config.sms);' },
  },
  {
    name: 'no style attributes',
    files: /^app\/.*\.tsx$/,
    pattern: /\sstyle=\{/,
    mend: 'The content security policy drops them: use a class, or SVG attributes.',
    planted: { path: 'app/components/bar.tsx', line: '<div style={{ width }} />' },
  },
  {
    name: 'nothing from other hosts',
    files: /^app\/.*\.(tsx|css)$/,
    pattern: /(src|href)="https?:\/\/|url\(["']?https?:\/\/|@import\s+["']https?:/,
    mend: 'Serve it ourselves; a page fetches nothing from another host.',
    planted: { path: 'app/styles/base.css', line: "@import 'https://fonts.example.com/a.css';" },
  },
  {
    name: 'no raw HTML but what was cleaned',
    files: /^app\/.*\.tsx$/,
    except:
      /^app\/(root|components\/document|components\/shell\/style-sheets|routes\/dev\/brand-specimens)\.tsx$/,
    pattern: /dangerouslySetInnerHTML/,
    mend: 'Show terms and the like through the one component for cleaned HTML.',
    planted: { path: 'app/routes/terms.tsx', line: '<div dangerouslySetInnerHTML={{ __html: html }} />' },
  },
  {
    name: 'American spelling',
    files: /\.(ts|tsx|mjs|css|md)$/,
    // These texts are copied exactly from the documents.
    except: /^test\/checks\/(source-rules|documented-texts)\.ts$/,
    pattern:
      /(colou|behaviou|favou|honou|neighbou|labou)r|\b(author|normal|initial|recogn|organ|serial|optim|minim|summar)is(e|ed|es|ing|ation)\b|\b(grey|programme|licence|offence|defence|centre|labelled|whilst)\b/i,
    mend: 'Spell it as in the United States: color, behavior, authorize, gray, program.',
    planted: { path: 'app/styles/base.css', line: '/* The colour of a heading. */' },
  },
  {
    name: 'words that people use',
    files: /^(app|modules)\/.*\.(ts|tsx)$/,
    pattern:
      /\b(Nobody sees|It ran out on|Go on (with it|signing in)|Mail me|[Ww]e mail(ed)? (you|them)|Making your account|You get no more|It waits for you|form is on its way|Nothing fits|stands? here|In force since|is withdrawn|You have begun)\b|['"`>](Not given|Tick)\b/,
    mend: 'Say it as people do: No one else sees it, It expired on, Continue, Email me, Not provided, Effective.',
    planted: { path: 'app/routes/user/home.tsx', line: '<p>Nobody sees it before you activate it.</p>' },
  },
  {
    name: 'no number of a decision where people read',
    files: /^(app|cli|modules)\/.*\.(ts|tsx)$/,
    // Comments cite decisions, and so does the field of that name, which no page shows.
    pattern: /^(?!\s*(\*|\/[/*]|\{\/\*|decisions:))([^/]|\/(?!\/))*['"`>][^'"`<>/]*\b[DF]\d{1,3}\b/,
    mend: 'Say the rule in words; name its number in a comment.',
    planted: { path: 'modules/network/retention.ts', line: "    basis: 'F57, D130'," },
  },
];

const MOST_LINES = 400;

/** The violations in a file, one line for each. */
export function findOffenses(path: string, content: string): string[] {
  const lines = content.split('\n');
  const offenses = sourceRules
    .filter(({ files, except }) => files.test(path) && !except?.test(path))
    .flatMap(({ name, pattern, mend }) =>
      lines.flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${name}. ${mend}`] : [])),
    );
  if (/\.(ts|tsx|css)$/.test(path) && lines.length > MOST_LINES) {
    offenses.push(`${path} has ${lines.length} lines: split it where it holds two ideas.`);
  }
  return offenses;
}
