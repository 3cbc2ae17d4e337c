import { Outlet } from '@remix-run/react';
import { Credential } from '../../components/credential.tsx';
import { Icon } from '../../components/icon.tsx';
import { DuoFrame } from '../../components/shell/open-frames.tsx';
import { useRoot } from './use-root.ts';

/** The layout of sign-in and registration: the form next to a description of the product. */
export default function DuoShell() {
  return (
    <DuoFrame {...useRoot()} side={<Offering />}>
      <Outlet />
    </DuoFrame>
  );
}

function Offering() {
  return (
    <>
      <div className="promise stack stack-8">
        <h2>One check. Shared with the companies you choose.</h2>
        <p className="muted">
          You buy your background check once a year, see it first, and decide who may see your score.
        </p>
      </div>
      <div className="promise">
        <Credential
          label="Example of a ShieldScore"
          grade="IC01"
          shieldId="FL604173296"
          facts={[
            ['Holder', 'Luis Herrera'],
            ['Valid through', '08/14/2027'],
          ]}
        />
      </div>
      <ul className="promise bullets">
        <li>
          <Icon name="shield-check" />
          <span>Search and verify ShieldIDs</span>
        </li>
        <li>
          <Icon name="send" />
          <span>Purchase and share results</span>
        </li>
        <li>
          <Icon name="users" />
          <span>Build a trusted network of contractors</span>
        </li>
      </ul>
    </>
  );
}
