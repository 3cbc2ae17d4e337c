import type { LoaderFunctionArgs } from '@remix-run/node';
import { getPipelineAlert } from '#modules/admin/index.ts';
import { perform } from '../../../door.server.ts';

/** The alert that a dialog of the pipeline is for. */
export function loadAlert(args: LoaderFunctionArgs) {
  return perform(args, getPipelineAlert, { alertid: args.params.alertid ?? '' });
}
