import { ProofForm } from './proof-form.tsx';
import { linkIntents } from './score-intents.ts';
import { ScorePage } from './score-page.tsx';

/** The proof that is needed before a link shows the report (D45). */
export function ProveYourself({ result }: { result: unknown }) {
  return (
    <ScorePage title="Your ShieldScore is ready" lead="Confirm your identity so only you see your report.">
      <ProofForm id="score-proof" intent={linkIntents.proof} result={result} />
    </ScorePage>
  );
}
