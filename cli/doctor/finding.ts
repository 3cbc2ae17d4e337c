import { z } from 'zod';

/** What a check of `doctor` found. */
export const findings = z.array(
  z.object({
    check: z.string(),
    state: z.enum(['ok', 'warning', 'wrong']),
    /** What was seen. */
    found: z.string(),
    /** What to do or type; null if all is well. */
    mend: z.string().nullable(),
  }),
);
export type Finding = z.output<typeof findings>[number];

type Answer = Omit<Finding, 'check'>;

export const ok = (found: string): Answer => ({ state: 'ok', found, mend: null });
export const warning = (found: string, mend: string): Answer => ({ state: 'warning', found, mend });
export const wrong = (found: string, mend: string): Answer => ({ state: 'wrong', found, mend });

/** Milliseconds that a check may take. */
const PATIENCE = 10_000;

/** Runs one check. What it throws is what is wrong. @param mend what to do then */
export async function examine(check: string, mend: string, run: () => Promise<Answer>): Promise<Finding> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer within 10 seconds')), PATIENCE);
  try {
    return { check, ...(await Promise.race([run(), promise])) };
  } catch (error) {
    return { check, ...wrong(error instanceof Error ? error.message : String(error), mend) };
  } finally {
    clearTimeout(timer);
  }
}
