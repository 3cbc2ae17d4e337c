/** At most so many texts are remembered of each kind that is not prepared. */
const MOST_REMEMBERED = 1_000;
/** Longer texts have a varying number of values, such as those of an insert of many rows. */
const LONGEST = 4_000;
/** `select *` or `t.*`: PostgreSQL refuses to run it once it is prepared and a migration adds a column. */
const allColumns = /(^|[\s.])\*/;

/**
 * Which SQL texts connections prepare: those that are declared so, and those with values that are sent a second time,
 * except the ones that PostgreSQL must plan for their values and the ones that read all columns of a table.
 */
export class PreparedTexts {
  readonly #names = new Map<string, string>();
  /** Texts that were sent once. They are prepared when they are sent again. */
  readonly #sentOnce = new Set<string>();
  readonly #planned = new Set<string>();
  readonly #most: number;

  /** @param most at most so many texts are prepared, because each takes about 20 kB of every connection */
  constructor(most = 500) {
    this.#most = most;
  }

  /** From now on, a connection that gets this text parses and plans it once and keeps the result. */
  keep(text: string): void {
    if (!this.#names.has(text)) this.#names.set(text, `prepared_${this.#names.size + 1}`);
  }

  /** Just before this text is sent: its best plan depends on its values, so it is not prepared when it is sent again. */
  planForValues(text: string): void {
    remember(this.#planned, text);
  }

  /**
   * Just before a text is sent.
   * @returns the name under which a connection prepares it; undefined if it does not prepare it
   */
  nameOf(text: string, values: unknown): string | undefined {
    const name = this.#names.get(text);
    if (name || this.#names.size >= this.#most || text.length > LONGEST) return name;
    if (!Array.isArray(values) || values.length === 0) return undefined;
    if (this.#planned.has(text) || allColumns.test(text)) return undefined;
    if (this.#sentOnce.delete(text)) this.keep(text);
    else remember(this.#sentOnce, text);
    return this.#names.get(text);
  }
}

function remember(texts: Set<string>, text: string): void {
  if (texts.size >= MOST_REMEMBERED) texts.clear();
  texts.add(text);
}
