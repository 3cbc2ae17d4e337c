import type { z } from 'zod';

/** What is wrong with an input, each at the place where it stands. */

export type NamedIssue = Pick<z.core.$ZodIssue, 'path' | 'message'> & { code?: string; format?: string };

/**
 * The issues of a refused input. Where one of several shapes is expected, a union says only that none fits: here the
 * issues of the shape whose fields are all there are given instead, so that a wrong field is named.
 * @param input as it came
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

/** What stands at a path of an input. */
export function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => Object(at)[key], input);
}
