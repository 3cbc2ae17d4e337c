import {
  getSmsAccept,
  newInvite,
  openInvitation,
  proveSmsCode,
  proveSmsNumber,
  resendSmsCode,
  restartSmsAccept,
  smsInvite,
} from '#modules/network/index.ts';
import type { SmsSender } from '#modules/platform/index.ts';
import { listOutbox, replyByText } from '#sandboxes/outbox/index.ts';
import { newScoredPerson, type TestCompany } from './network.ts';
import { type Registered, signIn } from './people.ts';
import type { ServedPortal } from './served-portal.ts';

let numbers = 0;

/** The code of a refusal; 'done' if there was none. */
export const codeOf = (refused: Promise<unknown>): Promise<string> =>
  refused.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

export const lastFour = (mobile: string) => mobile.slice(-4);
export const otherDigits = (digits: string) => String((Number(digits) + 1) % 10_000).padStart(4, '0');

/** What a test of SMS Accept does, as the owner of the company's network and as the invited person. */
export function acceptingByText(portal: ServedPortal, company: TestCompany) {
  async function verifyNumber(accountId: string): Promise<string> {
    numbers += 1;
    const mobile = `512556${String(1000 + numbers * 7)}`;
    await portal.pool.query('update account set mobile = $1, mobile_verified_at = $3 where id = $2', [
      mobile,
      accountId,
      portal.clock.now(),
    ]);
    return mobile;
  }

  /** A person with a score and a verified number who has opened an invitation of the company. */
  async function invited(by: Registered = company.owner) {
    const person = await newScoredPerson(portal);
    const mobile = await verifyNumber(person.accountId);
    return { ...person, mobile, id: await inviteAndOpen(person, by) };
  }

  async function inviteAndOpen(person: Registered, by: Registered): Promise<string> {
    const owner = await signIn(portal, by);
    const { inviteid } = await owner.perform(newInvite, { touser: person.emailaddress });
    const visitor = await signIn(portal, person);
    await visitor.perform(openInvitation, { inviteid });
    return inviteid;
  }

  /** Signs in again, because a test may have moved the clock. */
  async function owner() {
    const visitor = await signIn(portal, company.owner);
    return {
      state: (id: string) => visitor.perform(getSmsAccept, { networkinvitationid: id }),
      number: (id: string, phonenumber: string) =>
        visitor.perform(proveSmsNumber, { networkinvitationid: id, phonenumber }),
      code: (id: string, verificationcode: string) =>
        visitor.perform(proveSmsCode, { networkinvitationid: id, verificationcode }),
      resend: (id: string) => visitor.perform(resendSmsCode, { networkinvitationid: id }),
      restart: (id: string) => visitor.perform(restartSmsAccept, { networkinvitationid: id }),
      call: (input: object) => visitor.perform(smsInvite, input as never),
    };
  }

  async function textsTo(mobile: string) {
    await portal.runJobs();
    return (await listOutbox(portal.db, { to: `+1${mobile}` })).reverse();
  }

  async function newestCode(mobile: string): Promise<string> {
    const code = (await textsTo(mobile)).findLast(({ code }) => code)?.code;
    return code ?? '';
  }

  /** Brings the flow to the step that waits for the person's answer. */
  async function ask({ id, mobile }: { id: string; mobile: string }): Promise<void> {
    const acme = await owner();
    await acme.number(id, lastFour(mobile));
    await acme.code(id, await newestCode(mobile));
    await portal.runJobs();
  }

  const reply = (mobile: string, words: string) => replyByText(portal, `+1${mobile}`, words);
  const stepOf = async (id: string) => (await (await owner()).state(id)).step;
  async function sendingBy(send: SmsSender['send'], run: () => Promise<unknown>): Promise<void> {
    const own = portal.sms.send.bind(portal.sms);
    Object.assign(portal.sms, { send });
    await run().finally(() => Object.assign(portal.sms, { send: own }));
  }

  return {
    verifyNumber,
    invited,
    inviteAndOpen,
    owner,
    textsTo,
    newestCode,
    ask,
    reply,
    stepOf,
    sendingBy,
  };
}
