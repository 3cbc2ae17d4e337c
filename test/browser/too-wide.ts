/** Runs in the page. @returns the tables that are wider than what holds them */
export function tooWide(): string[] {
  const right = (element: Element | null) => element?.getBoundingClientRect().right ?? 0;
  return [...document.querySelectorAll('main table')]
    .filter((table) => table.checkVisibility() && right(table) > right(table.parentElement) + 1)
    .map((table) => table.outerHTML.slice(0, 400));
}
