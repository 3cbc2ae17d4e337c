import type { ActionFunctionArgs } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { titled } from '../../title.ts';
import { changeHold } from './legal-hold.server.ts';
import { HoldDialog, openHold } from './legal-hold.tsx';
import { useRecord } from './use-record.ts';

export const meta = titled('Legal hold');

export function action(args: ActionFunctionArgs) {
  const userid = args.params.userid ?? '';
  return changeHold(args, async () => ({ userid }), `/admin/user/${userid}#account`);
}

/** Stops deletions about a person, or lets them go on (D140). */
export default function UserHold() {
  const { profile, legal_holds } = useRecord();
  return (
    <HoldDialog
      open={openHold(legal_holds)}
      about={`${profile.firstname} ${profile.lastname}`}
      result={useActionData<typeof action>()}
    />
  );
}
