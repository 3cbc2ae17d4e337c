/** One small change of one source file, such as a person could make by mistake. */
export interface Fault {
  /** Relative to the root. */
  file: string;
  /** From 1. */
  line: number;
  kind: string;
  /** Offsets into the file. */
  start: number;
  end: number;
  before: string;
  after: string;
  /** The functions of the file, by name. A test must reach one of them to notice the fault. */
  functions: string[];
}

/** A change of a piece of text, by offsets in the file. */
export interface Rewrite {
  kind: string;
  start: number;
  end: number;
  after: string;
}

/**
 * The file with the fault.
 * @throws Error if the file has changed since the fault was found
 */
export function plant(source: string, fault: Fault): string {
  if (source.slice(fault.start, fault.end) !== fault.before)
    throw new Error(`${fault.file} has changed since its faults were listed`);
  return source.slice(0, fault.start) + fault.after + source.slice(fault.end);
}
