import type { Visit } from '#modules/platform/index.ts';

const cookie = 'specimen_on';
/** The switches that are on for a browser that has not used one. */
const atFirst = ['harbor', 'lakeside'];

/** The rows of the specimens whose switch is on. Each browser keeps its own, because the page has no table. */
export function listSwitchedOn({ cookies }: Visit): string[] {
  return cookies.get(cookie)?.split(',') ?? atFirst;
}

export function turnSwitch(visit: Visit, row: string, on: boolean): void {
  const others = listSwitchedOn(visit).filter((other) => other !== row);
  visit.cookies.set(cookie, (on ? [...others, row] : others).join(','));
}
