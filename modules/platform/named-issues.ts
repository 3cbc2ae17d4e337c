import type { z } from 'zod';

/** The errors of an input, each with the path of the wrong value. */

export type NamedIssue = Pick<z.core.$ZodIssue, 'path' | 'message'> & { code?: string; format?: string };

/**
 * The issues of a refused input. If an input may have one of several shapes, zod only reports that none fits. This
 * returns the issues of the shape whose wrong fields are all present in the input, so that they can be named.
 * @param input the input as received
 */
export function namedIssues(issues: readonly z.core.$ZodIssue[], input: unknown): NamedIssue[] {
  return issues.flatMap((issue) => {
    if (issue.code !== 'invalid_union') return [issue];
    const at = valueAt(input, issue.path);
    const [meant] = issue.errors
      .map((alternative) => namedIssues(alternative, at))
      .filter((found) => found.every(({ path }) => path.length > 0 && valueAt(at, path) !== undefined))
      .toSorted((one, other) => one.length - other.length);
    return meant?.map((found) => ({ ...found, path: [...issue.path, ...found.path] })) ?? [issue];
  });
}

/** The value at a path of an input. */
export function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => Object(at)[key], input);
}
