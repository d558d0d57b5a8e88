import type { Answer } from '../../../../test/caller.ts';
import { type Citizen, createPhone, type Phone } from '../../../../test/citizens.ts';
import { type GovStage, openGov, type PersonName } from '../../../../test/gov.ts';
import { until } from '../../../../test/until.ts';
import { localDay } from '../../../kernel/local-day.ts';
import { listReceived, type ReceivedAuthorisation } from '../index.ts';

export const dayMs = 24 * 3_600_000;

/** People who authorise each other, with their phones. */
export interface AuthorisationStage {
  gov: GovStage;
  phone: Phone;
  citizens: Record<PersonName, Citizen>;
  /** A local day, counted from today. */
  day(after?: number): string;
  /** Sarnai may do everything from today for ten days, unless `over` says otherwise. */
  wish(over?: object): Record<string, unknown>;
  begin(who: PersonName, body: object): Promise<Answer>;
  /** Signs on the phone and returns the signing session. */
  sign(who: PersonName, body: object): Promise<string>;
  waitFor(who: PersonName, sid: string, state: string): Promise<void>;
  give(who: PersonName, body?: object): Promise<Answer>;
  /** Given by Bold and accepted by Sarnai, unless `over` names others. */
  accepted(over?: object): Promise<string>;
  list(who: PersonName, box: string): Promise<{ id: string; state: string; holds: boolean }[]>;
  /** The answer that other modules get about this person. */
  held(who: PersonName): Promise<readonly ReceivedAuthorisation[]>;
  /** Runs the queued notices. */
  tell(): Promise<void>;
  titles(who: PersonName): Promise<string[]>;
}

export async function openAuthorisations(): Promise<AuthorisationStage> {
  const gov = await openGov();
  const { clock, sandbox } = gov.world;
  const phone = createPhone(sandbox);
  const at = (index: number) => phone.citizen(/^ordinary/, index);
  const citizens = { bold: await at(0), sarnai: await at(1), officer: await at(2), other: await at(3) };
  const day = (after = 0) => localDay(new Date(clock.now().getTime() + after * dayMs));
  const wish: AuthorisationStage['wish'] = (over = {}) => ({
    register_number: citizens.sarnai.national_id,
    name: 'Батбаяр Сарнай',
    purposes: ['apply', 'pay', 'book'],
    from: day(),
    until: day(10),
    ...over,
  });
  const begin: AuthorisationStage['begin'] = (who, body) => gov.post(who, '/authorisations/sign', body);
  const waitFor: AuthorisationStage['waitFor'] = (who, sid, state) =>
    until(async () => (await gov.get(who, `/sign/status/${sid}`)).body.data?.state === state);
  const sign: AuthorisationStage['sign'] = async (who, body) => {
    const begun = await begin(who, body);
    if (begun.status !== 200) throw new Error(`${begun.status}: ${begun.text}`);
    await phone.approve(citizens[who], citizens[who].pin2);
    await waitFor(who, begun.body.data.sid, 'CONFIRMED');
    return begun.body.data.sid;
  };
  const give: AuthorisationStage['give'] = async (who, body = wish()) =>
    gov.post(who, '/authorisations', { ...body, sid: await sign(who, body) });
  return {
    gov,
    phone,
    citizens,
    day,
    wish,
    begin,
    sign,
    waitFor,
    give,
    accepted: async (over = {}) => {
      const { id } = (await give('bold', wish(over))).body.data;
      const answer = await gov.post('sarnai', `/authorisations/${id}/accept`);
      if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
      return id;
    },
    list: async (who, box) => (await gov.get(who, `/authorisations?box=${box}`)).body.data.items,
    held: (who) =>
      listReceived(
        gov.server.app.database.reader({ userId: gov.people[who].userId, role: 'user' }),
        gov.people[who].userId,
        clock.now(),
      ),
    tell: () => gov.runQueued('authorisations.tell'),
    titles: async (who) => (await gov.notifications(who)).map(({ title }) => title),
  };
}
