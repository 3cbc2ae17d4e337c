import { useLocation } from '@remix-run/react';
import { MenuButton, MenuLine, MenuLink, RowForm, RowMenu } from '../../../components/index.ts';
import { intentField } from '../../../intents.ts';
import { pipelineIntents } from './intents.ts';
import { nameOf, type PipelineAlert } from './words.ts';
import { workOn } from './work.ts';

/** What staff can do with one alert. The keyboard shortcuts click these entries. */
export function AlertMenu({ alert }: { alert: PipelineAlert }) {
  const { search } = useLocation();
  const open = alert.state === 'open';
  return (
    <RowForm row={alert.id}>
      <input type="hidden" name="seen" value={alert.assigned_to ?? ''} />
      <RowMenu row={alert.id} label={`Actions for ${nameOf(alert)}`}>
        <MenuLink to={workOn(alert, search)} icon="eye">
          Open
        </MenuLink>
        {open ? (
          <>
            {alert.mine ? null : (
              <MenuButton name={intentField} value={pipelineIntents.take} icon="user">
                {alert.assigned_to ? 'Reassign to me' : 'Assign to me'}
              </MenuButton>
            )}
            <MenuLink to={`/admin/pipeline/${alert.id}/assign`} keepQuery icon="users">
              Assign to someone
            </MenuLink>
          </>
        ) : null}
        {alert.userid ? (
          <MenuLink to={`/admin/pipeline/${alert.id}/note`} keepQuery icon="edit">
            Add note
          </MenuLink>
        ) : null}
        {open ? (
          <>
            <MenuLine />
            <MenuLink to={`/admin/pipeline/${alert.id}/dismiss`} keepQuery icon="clock">
              Dismiss
            </MenuLink>
            <MenuLink to={`/admin/pipeline/${alert.id}/close`} keepQuery icon="check">
              Close
            </MenuLink>
          </>
        ) : null}
      </RowMenu>
    </RowForm>
  );
}
