import type { PackageWay } from '../entities/manual-package.ts';

/** How a paper package came, in words. */
export const packageWords: Readonly<Record<PackageWay, string>> = {
  upload: 'Uploaded',
  post: 'By mail',
  email: 'By email',
  courier: 'By courier',
  'in-person': 'In person',
};
