/** The areas that the test command was asked for, as `npm test -- network`; none of them means all. */
const asked = (process.env.TEST_AREAS ?? '').split(',').filter((area) => area !== '');

/** Do the checks of this run look at the operation? @param name its name, as `network.list-connections` */
export function isAsked({ name }: { name: string }): boolean {
  return asked.length === 0 || asked.some((area) => name.startsWith(`${area}.`));
}
