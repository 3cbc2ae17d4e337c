import { adminCopies } from './admin/index.ts';
import { applicationsCopies } from './applications/index.ts';
import { enterpriseCopies } from './enterprise/index.ts';
import { identityCopies } from './identity/index.ts';
import { networkCopies } from './network/index.ts';
import { platformCopies, type TableCopies } from './platform/index.ts';
import { purchasingCopies } from './purchasing/index.ts';

/** What each module's part of a copy without personal data is. */
export const copiesOfModules: Readonly<Record<string, TableCopies>> = {
  platform: platformCopies,
  identity: identityCopies,
  enterprise: enterpriseCopies,
  applications: applicationsCopies,
  purchasing: purchasingCopies,
  network: networkCopies,
  admin: adminCopies,
};

/** What a copy without personal data has of each table. */
export const tableCopies: TableCopies = Object.assign({}, ...Object.values(copiesOfModules));
