import { retentionTable } from '#modules/admin/index.ts';

const head = `# Retention

What the portal keeps, why, how long, by which law or rule, and what happens at the end. A number in parentheses is the
decision with that rule, which the README of a module explains. Each kind is declared with the module that owns the data
(\`retention.ts\`), and this page is made from the declarations (\`npx vitest run test/cli/reference.test.ts -u\`). Staff
read the same table under Settings, with the last run of each.

- The worker deletes by age every night. \`shield retention run\` does it now, and with \`--dry-run\` only counts.
- A **legal hold** on a person or a company stops every deletion about them. Staff set it in the person's record or on
  the company's page, with a reason that only staff read. Somebody who asked to delete their account learns that the
  law requires keeping some data, and not why.
- A deletion that waits for a result that the person does not accept closes the result after 30 days and goes on, unless
  a dispute, an adverse action or a chargeback is open.

`;

/** The page of what is kept how long, in Markdown. */
export function writeRetention(): string {
  const rows = retentionTable.map(({ name, what, why, howLong, basis, decisions, end, tables, sweeps }) => {
    const facts = [
      ['Why', why],
      ['How long', howLong],
      ['By', decisions ? `${basis} (${decisions.join(', ')})` : basis],
      ['At the end', end],
      ...(tables.length > 0 ? [['Tables', tables.map((table) => `\`${table}\``).join(', ')]] : []),
      ...(sweeps.length > 0 ? [['Done by', sweeps.map((sweep) => `\`${sweep.name}\``).join(', ')]] : []),
    ];
    return `## ${name}\n\n${what}.\n\n${facts.map(([title, text]) => `- **${title}**: ${text}`).join('\n')}\n`;
  });
  return `${head}${rows.join('\n')}`;
}
