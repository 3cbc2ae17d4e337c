import { acceptTerms, inviteMember } from '#modules/enterprise/index.ts';
import {
  forgotPassword,
  forgotPasswordVerify,
  updateMailPreferences,
  updatePassword,
  updatePreferences,
} from '#modules/identity/index.ts';
import { getInviteLink, newInvite, provePendingInvites, shareShieldId } from '#modules/network/index.ts';
import { newId } from '#modules/platform/index.ts';
import { newProvable, proof } from '#test/factories/invite-center.ts';
import { newCompany } from '#test/factories/network.ts';
import { newPerson, newPersonWithoutTwoStep, registerPerson } from '#test/factories/people.ts';
import { atSecondStep, newAddress } from '#test/factories/two-step-methods.ts';
import { group, type Makers, pressed } from './look.ts';

/** The path of a link in a mail to an address. */
async function linkTo(part: string, { outbox }: Makers, address: string, subject: RegExp): Promise<string> {
  const { links } = await outbox.wait(address, subject);
  const link = links.find((each) => each.includes(part));
  if (!link) throw new Error(`no link to ${part} was mailed to ${address}`);
  return new URL(link).pathname + new URL(link).search;
}

export const signIn = group(
  'registration, sign-in and recovery',
  async ({ operations, outbox }) => {
    const member = await newPerson(operations);
    const atTerms = await registerPerson(operations);
    const atCode = await registerPerson(operations);
    await atCode.visitor.perform(acceptTerms, { accept_terms: 'YES' });
    const recovering = operations.visitor();
    await recovering.perform(forgotPassword, { emailaddress: member.emailaddress });
    const { code } = await outbox.wait(member.emailaddress, /new password/i);
    return {
      atTerms,
      atCode,
      recovering,
      code: code ?? '',
      secondStep: await atSecondStep(operations, member),
    };
  },
  [
    { route: 'login', path: '/login', as: () => null },
    { route: 'login', path: '/login', act: pressed('Log in', /Username and Password are required/) },
    { route: 'login', path: '/login?ended' },
    { route: 'register', path: '/register' },
    { route: 'register', path: '/register', act: pressed('Continue', 'Enter your first name') },
    { route: 'forgotpassword', path: '/forgotpassword' },
    { route: 'forgotpassword', path: '/forgotpassword', act: pressed('Continue', /problem with your form/) },
    { route: 'handoff/:token', path: '/handoff/used' },
    { route: 'verify', path: '/verify', as: ({ secondStep }) => secondStep },
    { route: 'verify/method', path: '/verify/method' },
    { route: 'verify/recoverycode', path: '/verify/recoverycode' },
    { route: 'register/terms', path: '/register/terms', as: ({ atTerms }) => atTerms.visitor },
    { route: 'register/verification', path: '/register/verification', as: ({ atCode }) => atCode.visitor },
    { route: 'register/verification/address', path: '/register/verification/address' },
    {
      route: 'forgotpassword/verification',
      path: '/forgotpassword/verification',
      as: ({ recovering }) => recovering,
    },
    {
      route: 'forgotpassword/verification',
      path: `/forgotpassword/verification?code=${'x'.repeat(43)}`,
      status: 404,
    },
    {
      route: 'forgotpassword/newpassword',
      async path({ recovering, code }) {
        await recovering.perform(forgotPasswordVerify, { code });
        return '/forgotpassword/newpassword';
      },
      as: ({ recovering }) => recovering,
    },
  ],
);

export const publicPages = group(
  'the pages that need no account, and those of mailed links',
  async (makers) => {
    const { operations } = makers;
    const label = `p-${newId()}`;
    const company = await newCompany(operations, {
      company_name: 'Harbor & Pine',
      team_management_enabled: true,
      branding_hostname: label,
      business_footer: true,
      company_address1: '7 Harbor Road',
      company_phone: '5125550188',
    });
    const { visitor: owner } = company.owner;
    const person = await newProvable(operations, { firstname: 'Lena', lastname: 'Ortiz' });
    const { inviteid } = await owner.perform(newInvite, { touser: person.accountId });
    const guest = newAddress();
    await owner.perform(newInvite, { touser: guest });
    const member = await newPersonWithoutTwoStep(operations);
    await owner.perform(inviteMember, { emailaddress: member.emailaddress, role: 'viewer' });
    const reader = newAddress();
    await person.visitor.perform(shareShieldId, { emailaddress: reader });
    const chooser = newAddress();
    await operations
      .visitor()
      .perform(updateMailPreferences, { emailaddress: chooser, criticalemails: 'NO' });
    await member.visitor.perform(updatePassword, {
      currentpassword: member.password,
      newpassword: 'velvet-Harbour-4711',
    });
    const center = await linkTo('/pendinginvites/', makers, person.emailaddress, /invites you/);
    const proven = operations.visitor();
    await proven.perform(provePendingInvites, { invitecode: center.split('/').at(-1) ?? '', ...proof });
    await person.visitor.perform(updatePreferences, { network_autoacceptinvite: 'YES' });
    const another = await newCompany(operations, { company_name: 'Birch Works' });
    await another.owner.visitor.perform(newInvite, { touser: person.accountId });
    const { network_invite_url } = await owner.perform(getInviteLink, { inviteid });
    return {
      branded: operations.config.publicUrl.replace('//localhost', `//${label}.localhost`),
      center,
      proven,
      asked: (await newPersonWithoutTwoStep(operations)).visitor,
      link: new URL(network_invite_url).pathname,
      host: person.shieldId,
      member: member.visitor,
      confirm: await linkTo('/confirm/', makers, chooser, /Confirm your email preferences/),
      preferences: await linkTo('/emailpreferences/', makers, guest, /invit/i),
      stop: await linkTo('/stopsharing/', makers, person.emailaddress, /can now see your ShieldScore/),
      unsubscribe: await linkTo('/unsubscribe/', makers, guest, /invit/i),
      shared: await linkTo('/s/', makers, reader, /shared a ShieldScore/),
      undo: await linkTo('/undo/', makers, member.emailaddress, /password was changed/),
      team: await linkTo('/link/', makers, member.emailaddress, /invites you to join its team/),
    };
  },
  [
    { route: 'paymentterms', path: '/paymentterms', as: () => null },
    { route: 'terms', path: '/terms' },
    { route: 'scoreterms', path: '/scoreterms' },
    { route: 'disclaimer', path: '/disclaimer' },
    { route: 'privacypolicy', path: '/privacypolicy' },
    { route: 'cookiepolicy', path: '/cookiepolicy' },
    { route: 'limitpersonaldata', path: '/limitpersonaldata' },
    { route: 'support', path: '/support' },
    { route: 'support', path: '/support', act: pressed('Send message', 'Enter your name') },
    { route: 'api', path: '/api' },
    { route: 'api/rules', path: '/api/rules' },
    { route: 'api/agency', path: '/api/agency' },
    { route: 'api/webhooks', path: '/api/webhooks' },
    { route: 'api/search', path: '/api/search?q=emailaddress' },
    { route: 'api/search', path: '/api/search?q=passwort' },
    { route: 'api/:surface/:group', path: '/api/portal/network' },
    { route: 'api/:surface/:group', path: '/api/company/invitations' },
    { route: 'api/:surface/:group', path: '/api/portal/nothing', status: 404 },
    { route: 'login', path: ({ branded }) => `${branded}/login` },
    { route: 'emailpreferences', path: '/emailpreferences' },
    { route: 'emailpreferences/confirm/:token', path: ({ confirm }) => confirm },
    { route: 'emailpreferences/:preferencecode', path: ({ preferences }) => preferences },
    { route: 'emailpreferences/:preferencecode', path: '/emailpreferences/forged', status: 404 },
    { route: 'unsubscribe/:token', path: ({ unsubscribe }) => unsubscribe },
    { route: 'stopsharing/:token', path: ({ stop }) => stop },
    { route: 'stopsharing/:token', path: '/stopsharing/forged', status: 404 },
    { route: 'undo/:token', path: ({ undo }) => undo },
    { route: 'undo/:token', path: '/undo/forged', status: 404 },
    { route: 's/:code', path: ({ shared }) => shared },
    { route: 's/:code', path: '/s/forged', status: 404 },
    { route: 'pendinginvites/:invitecode', path: ({ center }) => center },
    { route: 'pendinginvites/:invitecode', path: ({ center }) => center, as: ({ proven }) => proven },
    { route: 'pendinginvites/:invitecode', path: '/pendinginvites/nothing', status: 404 },
    { route: 'teaminvite/:invitecode', path: ({ team }) => team, as: ({ member }) => member },
    { route: 'teaminvite/:invitecode', path: '/teaminvite/nothing', status: 404 },
    { route: 'link/:linkid', path: ({ host }) => `/link/${host}`, as: ({ asked }) => asked },
    { route: 'link/:linkid', path: '/link/nothing', status: 404 },
    { route: 'link/:linkid/address', path: ({ link }) => `${link}/address`, as: ({ asked }) => asked },
  ],
);

const frames = ['solo', 'user', 'flow', 'staff'];

/** In production there are none of these. */
export const development = group('the pages for development', async () => ({}), [
  { route: 'dev/ui', path: '/dev/ui', as: () => null },
  { route: 'dev/ui/sure/:kind?', path: '/dev/ui/sure/wide' },
  ...frames.map((kind) => ({ route: 'dev/frame/:kind', path: `/dev/frame/${kind}` })),
  { route: 'dev/frame/:kind', path: '/dev/frame/404', status: 404 },
  { route: 'dev/outbox', path: '/dev/outbox' },
]);
