import { idOf, kindOf } from './objects.ts';
import { invalidRequest } from './problem.ts';
import type { Store } from './store.ts';

const expandable = new Set([
  'charge',
  'customer',
  'latest_charge',
  'payment_intent',
  'payment_method',
  'setup_intent',
]);

type Node = Record<string, unknown>;

/**
 * Replaces ids with their objects, for each path such as `payment_intent.latest_charge` or `data.customer`.
 * @throws Problem for a property that cannot be expanded
 */
export async function expandAll(store: Store, answer: object, paths: readonly string[]): Promise<object> {
  if (paths.length > 20 || paths.some((path) => path.split('.').length > 5)) {
    throw invalidRequest(
      'property_expansion_max_depth',
      'You cannot expand more than 4 levels of a property.',
    );
  }
  const copy = structuredClone(answer) as Node;
  for (const path of paths) await expandPath(store, copy, path.split('.'), path);
  return copy;
}

async function expandPath(store: Store, node: Node, parts: string[], whole: string): Promise<void> {
  const [field = '', ...rest] = parts;
  if (field === 'data' && Array.isArray(node.data)) {
    for (const element of node.data as Node[]) await expandPath(store, element, rest, whole);
    return;
  }
  if (field === 'line_items' && node.object === 'checkout.session') return;
  if (!expandable.has(field) || !(field in node)) {
    throw invalidRequest(undefined, `This property cannot be expanded (${whole}).`, 'expand');
  }
  const id = idOf(node[field] as string | { id: string } | null);
  const kind = id ? kindOf(id) : undefined;
  if (!id || !kind) return;
  if (typeof node[field] === 'string') node[field] = structuredClone(await store.get(kind, id));
  if (rest.length > 0) await expandPath(store, node[field] as Node, rest, whole);
}
