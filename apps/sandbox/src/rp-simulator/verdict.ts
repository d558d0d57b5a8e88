import type { Attempt } from './attempt.ts';
import { RP_FAULTS, type RpFault, type Text } from './faults.ts';

/** `advice`: a check is missing that the standard does not demand. `open`: nothing can be concluded yet. */
export type Verdict = 'pass' | 'fail' | 'advice' | 'open' | 'not_applicable';

const REASONS = {
  signed_in: ['pass', 'The person was signed in.', 'Хүн нэвтэрсэн.'],
  refused: [
    'pass',
    'The application did not accept the wrong answer.',
    'Аппликэйшн буруу хариуг хүлээж аваагүй.',
  ],
  explained: ['pass', 'The application answered with a page.', 'Аппликэйшн хүнд хуудсаар хариулсан.'],
  not_signed_in: [
    'fail',
    'The person was not signed in although nothing was wrong. See the requests of the run.',
    'Алдаагүй байхад хүн нэвтэрсэнгүй. Туршилтын хүсэлтүүдийг үзнэ үү.',
  ],
  code_used: [
    'fail',
    'The application exchanged the code of an answer that it must refuse.',
    'Татгалзах ёстой хариуны кодыг аппликэйшн токеноор сольсон.',
  ],
  token_used: [
    'fail',
    'The application called userinfo although the id_token was wrong.',
    'id_token буруу байхад аппликэйшн userinfo хаягийг дуудсан.',
  ],
  signed_in_anyway: [
    'fail',
    'The application signed the person in although the answer was wrong.',
    'Хариу буруу байхад аппликэйшн хүнийг нэвтрүүлсэн.',
  ],
  unprotected: [
    'fail',
    'The application sends no state, no nonce and no PKCE: anybody can start a sign-in in a stranger’s browser.',
    'Аппликэйшн state, nonce, PKCE-ийн алийг нь ч илгээдэггүй тул бусдын хөтөч дээр өөр хүн нэвтрэлт эхлүүлж чадна.',
  ],
  waited: [
    'fail',
    'The application waited for the token endpoint without a time limit of its own.',
    'Аппликэйшн токены хаягийг хугацааны хязгааргүй хүлээсэн.',
  ],
  unexplained: [
    'fail',
    'The person saw an empty page or an internal error (500).',
    'Хүн хоосон хуудас эсвэл дотоод алдаа (500) харсан.',
  ],
  no_answer: ['fail', 'The application did not answer in time.', 'Аппликэйшн хугацаандаа хариулсангүй.'],
  redirect_loop: [
    'fail',
    'The application redirects in a circle.',
    'Аппликэйшн хөтчийг тойруулан буцаасаар байна.',
  ],
  could_check_at_hash: [
    'advice',
    'The application does not compare at_hash. The standard allows that for a code exchange.',
    'Аппликэйшн at_hash-ийг тулгадаггүй. Код солих үед стандарт үүнийг зөвшөөрдөг.',
  ],
  unseen: [
    'open',
    'Nothing more was seen. Give a session_url to the check, or report the result.',
    'Өөр зүйл ажиглагдсангүй. Шалгалтад session_url өгөх эсвэл үр дүнг мэдээлнэ үү.',
  ],
  not_reached: [
    'open',
    'The application did not exchange the code, so it never saw the fault.',
    'Аппликэйшн кодыг токеноор солиогүй тул алдааг үзээгүй.',
  ],
  not_started: [
    'open',
    'The application did not send the browser to the simulator. Check start_url and the issuer.',
    'Аппликэйшн хөтчийг симулятор руу илгээсэнгүй. start_url болон issuer-ээ шалгана уу.',
  ],
  address_refused: [
    'open',
    'The application led to an address that the sandbox may not open. See SANDBOX_APPLICATION_HOSTS.',
    'Аппликэйшн sandbox-ийн нээж болохгүй хаяг руу илгээсэн. SANDBOX_APPLICATION_HOSTS тохиргоог үзнэ үү.',
  ],
  baseline_failed: [
    'open',
    'Not tried, because the sign-in without a fault does not work.',
    'Алдаагүй нэвтрэлт ажиллахгүй байгаа тул үүнийг туршаагүй.',
  ],
  no_nonce: ['not_applicable', 'The application sends no nonce.', 'Аппликэйшн nonce илгээдэггүй.'],
  no_state: [
    'not_applicable',
    'The application sends no state; PKCE or nonce protect it.',
    'Аппликэйшн state илгээдэггүй; PKCE эсвэл nonce хамгаална.',
  ],
  no_userinfo: [
    'not_applicable',
    'The application does not call userinfo.',
    'Аппликэйшн userinfo хаягийг дууддаггүй.',
  ],
} as const satisfies Record<string, readonly [Verdict, string, string]>;

export type ReasonCode = keyof typeof REASONS;

export interface Judgement {
  verdict: Verdict;
  reason: ReasonCode;
  text: Text;
}

export function because(reason: ReasonCode): Judgement {
  const [verdict, en, mn] = REASONS[reason];
  return { verdict, reason, text: { mn, en } };
}

/** Concluded from outside: from the calls to the simulator, and from the pages when the sandbox drove. */
export function judge(attempt: Attempt): Judgement {
  const fault = RP_FAULTS[attempt.fault];
  if (attempt.drive?.end === 'address_refused') return because('address_refused');
  if (fault.expected === 'sign_in') return because(judgeSignIn(attempt));
  if (fault.expected === 'explain') return because(judgeExplanation(attempt));
  const reason = judgeRefusal(attempt, fault);
  const isOptional = fault.expected === 'may_refuse' && because(reason).verdict === 'fail';
  return because(isOptional ? 'could_check_at_hash' : reason);
}

const signedIn = ({ drive, reportedSignedIn }: Attempt): boolean | null =>
  drive?.signed_in ?? reportedSignedIn;

function judgeSignIn(attempt: Attempt): ReasonCode {
  const { drive } = attempt;
  if (drive?.end === 'no_answer') return 'no_answer';
  if (drive?.end === 'redirect_loop') return 'redirect_loop';
  const known = signedIn(attempt);
  if (known !== null) return known ? 'signed_in' : 'not_signed_in';
  if (drive === null) return attempt.accessToken === null ? 'unseen' : 'signed_in';
  return attempt.accessToken !== null && isGoodStatus(drive.status) ? 'signed_in' : 'not_signed_in';
}

function judgeExplanation(attempt: Attempt): ReasonCode {
  const { drive } = attempt;
  if (attempt.waitedToTheEnd) return 'waited';
  if (signedIn(attempt) === true) return 'signed_in_anyway';
  if (drive === null) return 'unseen';
  if (drive.end !== 'page') return drive.end === 'redirect_loop' ? 'redirect_loop' : 'no_answer';
  return drive.status === 500 || !drive.has_text ? 'unexplained' : 'explained';
}

function judgeRefusal(attempt: Attempt, { id, stage }: RpFault): ReasonCode {
  const { drive, hasState, nonce, challenge } = attempt;
  const known = signedIn(attempt);
  if (id === 'wrong_state' && !hasState)
    return nonce === undefined && challenge === undefined ? 'unprotected' : 'no_state';
  if ((id === 'wrong_nonce' || id === 'missing_nonce') && nonce === undefined) return 'no_nonce';
  // RFC 9207, 2.4: the code must not reach the token endpoint, whatever follows.
  if (stage === 'authorization' && attempt.codePresented) return 'code_used';
  if (stage === 'id_token' && attempt.userinfoCalled) return 'token_used';
  const hasFinished = drive !== null || known !== null;
  if (stage === 'userinfo' && !attempt.userinfoCalled) return hasFinished ? 'no_userinfo' : 'unseen';
  if (known === true) return 'signed_in_anyway';
  if (stage === 'id_token' && attempt.accessToken === null) return hasFinished ? 'not_reached' : 'unseen';
  if (known === false) return 'refused';
  if (drive === null) return 'unseen';
  return stage === 'authorization' || !isGoodStatus(drive.status) ? 'refused' : 'unseen';
}

function isGoodStatus(status: number | null): boolean {
  return status !== null && status < 400;
}
