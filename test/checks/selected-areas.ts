/** The areas given to the test command, such as `npm test -- network`; if none is given, all areas. */
const asked = (process.env.TEST_AREAS ?? '').split(',').filter((area) => area !== '');

/**
 * Whether the checks of this run include the operation.
 * @param name its name, such as `network.list-connections`
 */
export function isSelected({ name }: { name: string }): boolean {
  return asked.length === 0 || asked.some((area) => name.startsWith(`${area}.`));
}
