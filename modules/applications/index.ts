/** The package catalogue, a person's application, the CRA's answer, the ShieldScore and the ShieldID. */
export {
  type ApplicationRow,
  findApplicationOfPurchase,
  getApplication,
  getOwnApplication,
  listApplications,
  listOpenApplications,
  openApplication,
} from './applications.ts';
export * from './events.ts';
export {
  getPackage,
  listPackages,
  listPackagesForSale,
  meetsCriteria,
  type ScreeningPackageRow,
} from './packages.ts';
export { isShieldId } from './shieldid.ts';
export {
  type ApplicationStatus,
  type ConnectionStanding,
  connectionStanding,
  type PurchaseStanding,
  purchaseStanding,
  statusLabel,
} from './statuses.ts';
