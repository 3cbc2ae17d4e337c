import { z } from 'zod';
import { exitCodes, type Operation, type Portal } from '#modules/platform/index.ts';
import { withPortal } from './connect.ts';
import type { Command, Terminal } from './terminal.ts';

/** A command that answers in JSON with `--json`, in a shape that its help documents. */
export type Showing<Options> = Command<Options & { json?: boolean }> & { shape: z.ZodType };

/**
 * Prints what was read, as JSON or for people.
 * @param show prints it for people
 */
export function print<S extends z.ZodType>(
  terminal: Terminal,
  { json, shape, value }: { json?: boolean | undefined; shape: S; value: z.output<S> },
  show: () => void,
): void {
  if (json) terminal.out(JSON.stringify(z.encode(shape, value), null, 2));
  else show();
}

/**
 * A command that reads something from the portal and shows it.
 * @param shape of the JSON
 * @param show prints it for people; may return an exit code, which holds for JSON as well
 */
export function showing<Options>() {
  return <S extends z.ZodType>(
    shape: S,
    read: (portal: Portal, options: Options, terminal: Terminal) => Promise<z.output<S>>,
    show: (terminal: Terminal, value: z.output<S>, options: Options) => void,
    {
      aboutPerson = false,
      code = () => exitCodes.ok,
    }: { aboutPerson?: boolean; code?: (value: z.output<S>) => number } = {},
  ): Showing<Options> =>
    withShape(shape, (terminal, options) =>
      withPortal(
        terminal,
        async (portal) => {
          const value = await read(portal, options, terminal);
          print(terminal, { json: options.json, shape, value }, () => show(terminal, value, options));
          return code(value);
        },
        { aboutPerson },
      ),
    );
}

/** Runs an operation of the modules, as a page of the console does, under the operator's name. */
export const perform = <C, I extends z.ZodType, O extends z.ZodType>(
  portal: Portal,
  operation: Operation<C, I, O>,
  input: z.input<I>,
): Promise<z.output<O>> => portal.perform(operation, input, portal.systemVisit('shield'));

/** The same for a command that does more than read from the portal. */
export function withShape<Options>(
  shape: z.ZodType,
  command: Command<Options & { json?: boolean }>,
): Showing<Options> {
  return Object.assign(command, { shape });
}
