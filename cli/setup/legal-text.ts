/**
 * What the software does according to the starter legal texts, and the operations that do it. A test of a behavior
 * calls `provesLegalText` (test/proves-legal-text.ts) with its name, so that its failure shows the sentences. A check
 * (test/checks/legal-texts.test.ts) looks for the operations, the sentences and those calls.
 */
export const behaviors = {
  'active-until': ['applications.save-accept'],
  'agency-receives': ['applications.update-application-details'],
  'automatic-acceptance': ['network.new-invite', 'network.open-link', 'identity.update-preferences'],
  'card-elsewhere': ['purchasing.pay-here', 'purchasing.pay-there'],
  'check-on-submit': ['applications.update-application-details'],
  'cookies-listed': [],
  'error-holds-score': ['applications.save-accept', 'applications.save-accept-from-code'],
  'file-copy': ['applications.get-application-pdf'],
  'first-party': [],
  'mail-to-account': ['applications.update-application-details'],
  'paper-choice': ['applications.update-application-details', 'applications.save-package'],
  'price-whole': ['purchasing.pay-here', 'purchasing.pay-there', 'purchasing.set-purchase-confirmed'],
  'progress-shown': ['network.list-shared-with-me', 'network.get-connection'],
  'records-kept': ['applications.update-application-details', 'applications.get-application-pdf'],
  'result-private': ['applications.save-accept', 'network.list-shared-with-me', 'network.search'],
  'score-by-agency': ['applications.receive-cra-callback', 'applications.download-report'],
  'score-shared': ['network.accept-invite', 'network.search', 'identity.update-preferences'],
  'sharing-stops': ['network.set-connection-active', 'network.leave', 'identity.update-preferences'],
  'ssn-masked': ['identity.my-profile', 'applications.get-application-steps', 'admin.get-user'],
  'terms-renewed': ['enterprise.accept-terms', 'enterprise.get-terms-due'],
  'views-listed': ['identity.get-home', 'network.search', 'network.get-connection', 'network.start-export'],
} as const satisfies Record<string, readonly string[]>;

export type BehaviorName = keyof typeof behaviors;

export interface Sentence {
  text: string;
  /** Null for a sentence that no change of the software can make false. */
  behavior: BehaviorName | null;
}

/** One or more sentences about what the software does. */
export function behavior(name: BehaviorName, text: string): Sentence {
  return { text, behavior: name };
}

/** A sentence that the operators of the portal or the agency must make true. */
export function promise(text: string): Sentence {
  return { text, behavior: null };
}

/** A sentence about the law, about what people agree to, or about the meaning of words. */
export function rule(text: string): Sentence {
  return { text, behavior: null };
}

interface Block {
  html: (text: string) => string;
  sentences: readonly Sentence[];
}

export type LegalText = readonly Block[];

export const paragraph = (...sentences: Sentence[]): Block => ({
  html: (text) => `<p>${text}</p>`,
  sentences,
});

export const heading = (text: string, level: 2 | 3 = 2): Block => ({
  html: () => `<h${level}>${text}</h${level}>`,
  sentences: [],
});

export const list = (...sentences: Sentence[]): Block => ({
  html: () => `<ul>${sentences.map(({ text }) => `<li>${text}</li>`).join('')}</ul>`,
  sentences,
});

export function htmlOf(text: LegalText): string {
  return text.map(({ html, sentences }) => html(sentences.map(({ text }) => text).join(' '))).join('\n');
}
