export { deliverCheckMoved } from './deliver.ts';
export {
  checkedName,
  type Examined,
  examineTransfer,
  findTransferred,
  type TransferCheck,
  type TransferObstacle,
} from './examining.ts';
export { moveChecks } from './moving.ts';
export { openReasons, sealedReasons } from './sealed.ts';
