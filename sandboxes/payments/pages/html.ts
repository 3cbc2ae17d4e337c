/** HTML text. Inserted values are escaped unless they are HTML text themselves. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | Html[] | string | number | null;

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function write(part: Part): string {
  if (part === null) return '';
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(write).join('');
  return String(part).replace(/[&<>"']/g, (character) => escapes[character] ?? character);
}

export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((text, string, index) => text + write(parts[index - 1] ?? null) + string));
}

/** Dollars with two decimals. */
export function money(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
