import type { Params } from '@remix-run/react';

/** The bulk invitations of the own company, or in the record of the company whose owner the address names. */
export const bulkAddress = ({ userid }: Params) =>
  userid === undefined ? '/user/network/bulk' : `/admin/user/${userid}/enterprise/bulk`;

export const title = 'Invite many people';
