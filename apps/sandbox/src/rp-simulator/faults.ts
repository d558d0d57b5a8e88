/** A text for people, in both languages. */
export interface Text {
  mn: string;
  en: string;
}

/**
 * The required reaction of the application: `sign_in` the person, `refuse` the answer, `explain` to the person
 * what happened. `may_refuse` is a check that the standard allows and does not demand.
 */
export type Expected = 'sign_in' | 'refuse' | 'may_refuse' | 'explain';

/** The answer that carries the fault. */
type Stage = 'none' | 'authorization' | 'id_token' | 'userinfo' | 'token';

export interface RpFault {
  id: string;
  stage: Stage;
  expected: Expected;
  /** The clause that demands the reaction. */
  clause: string;
  does: Text;
}

const CORE = 'OpenID Connect Core 1.0';
const STEP = `${CORE}, 3.1.3.7, step`;

const refuse = (stage: Stage, clause: string, en: string, mn: string) =>
  ({ stage, expected: 'refuse', clause, does: { mn, en } }) as const;
const explain = (stage: Stage, clause: string, en: string, mn: string) =>
  ({ stage, expected: 'explain', clause, does: { mn, en } }) as const;

const CATALOGUE = {
  none: {
    stage: 'none',
    expected: 'sign_in',
    clause: `${CORE}, 3.1`,
    does: { mn: 'Алдаагүй, зөв хариу өгнө.', en: 'Answers correctly, without a fault.' },
  },
  wrong_issuer: refuse(
    'id_token',
    `${STEP} 2`,
    'The id_token names another issuer (iss).',
    'id_token дотор өөр гаргагчийн нэр (iss) байна.',
  ),
  wrong_response_issuer: refuse(
    'authorization',
    'RFC 9207, 2.4; RFC 9700, 4.4.2',
    'The authorization response names another issuer (iss), as in a mix-up attack.',
    'Зөвшөөрлийн хариунд өөр гаргагчийн нэр (iss) байна: гаргагчийг солих халдлага ийм байдаг.',
  ),
  missing_response_issuer: refuse(
    'authorization',
    'RFC 9207, 2.4',
    'The authorization response has no iss, although discovery promises it.',
    'Тохиргооны мэдээлэлд iss ирнэ гэсэн боловч зөвшөөрлийн хариунд iss алга.',
  ),
  wrong_audience: refuse(
    'id_token',
    `${STEP} 3`,
    'The id_token is for another application (aud).',
    'id_token өөр аппликэйшнд (aud) зориулагдсан байна.',
  ),
  extra_audience: refuse(
    'id_token',
    `${STEP} 3`,
    'The id_token is also for an unknown application: two values in aud, no azp.',
    'id_token танихгүй аппликэйшнд давхар зориулагдсан: aud хоёр утгатай, azp алга.',
  ),
  wrong_authorized_party: refuse(
    'id_token',
    `${STEP} 3 and 5`,
    'The id_token has two values in aud, and azp names the other application.',
    'id_token-ий aud хоёр утгатай, azp нь нөгөө аппликэйшнийг нэрлэсэн байна.',
  ),
  alg_none: refuse(
    'id_token',
    `${CORE}, 2, and 3.1.3.7, step 7; RFC 8725, 3.2`,
    'The id_token has no signature (alg none).',
    'id_token гарын үсэггүй (alg none) байна.',
  ),
  hs256_client_secret: refuse(
    'id_token',
    `${STEP} 7; RFC 8725, 3.1`,
    'The id_token is signed by HS256 with the client secret instead of RS256.',
    'id_token RS256-ийн оронд аппликэйшний нууц түлхүүрээр HS256 гарын үсэгтэй байна.',
  ),
  hs256_public_key: refuse(
    'id_token',
    `${STEP} 7; RFC 8725, 2.1 and 3.1`,
    'The id_token is signed by HS256 with the public key as the secret, which anybody can do.',
    'id_token нийтийн түлхүүрийг нууц болгон HS256-аар гарын үсэг зурсан: үүнийг хэн ч хийж чадна.',
  ),
  unknown_key: refuse(
    'id_token',
    `${STEP} 6; ${CORE}, 10.1`,
    'The id_token is signed with a key that the provider does not publish.',
    'id_token-д нийтлээгүй түлхүүрээр гарын үсэг зурсан байна.',
  ),
  wrong_signature: refuse(
    'id_token',
    `${STEP} 6`,
    'The id_token names the published key, but another key signed it.',
    'id_token нийтэлсэн түлхүүрийг нэрлэсэн боловч өөр түлхүүрээр гарын үсэг зурсан байна.',
  ),
  wrong_nonce: refuse(
    'id_token',
    `${STEP} 11`,
    'The id_token has the nonce of another sign-in.',
    'id_token өөр нэвтрэлтийн nonce-той байна.',
  ),
  missing_nonce: refuse('id_token', `${STEP} 11`, 'The id_token has no nonce.', 'id_token-д nonce алга.'),
  expired: refuse(
    'id_token',
    `${STEP} 9`,
    'The id_token expired an hour ago (exp).',
    'id_token-ий хугацаа нэг цагийн өмнө дууссан (exp).',
  ),
  not_yet_valid: refuse(
    'id_token',
    'RFC 7519, 4.1.5',
    'The id_token is valid only in an hour (nbf and iat).',
    'id_token нэг цагийн дараа л хүчинтэй болно (nbf, iat).',
  ),
  wrong_at_hash: {
    stage: 'id_token',
    expected: 'may_refuse',
    clause: `${CORE}, 3.1.3.8`,
    does: {
      mn: 'id_token-ий at_hash өөр access token-ынх байна.',
      en: 'The id_token has the at_hash of another access token.',
    },
  },
  wrong_userinfo_subject: refuse(
    'userinfo',
    `${CORE}, 5.3.2`,
    'The userinfo endpoint answers about another person (sub).',
    'userinfo хаяг өөр хүний (sub) мэдээлэл өгнө.',
  ),
  wrong_state: refuse(
    'authorization',
    'RFC 6749, 10.12; RFC 9700, 2.1',
    'The authorization response has the state of another sign-in.',
    'Зөвшөөрлийн хариу өөр нэвтрэлтийн state-тэй байна.',
  ),
  access_denied: explain(
    'authorization',
    'RFC 6749, 4.1.2.1',
    'The person does not agree (access_denied).',
    'Хүн зөвшөөрөөгүй (access_denied).',
  ),
  temporarily_unavailable: explain(
    'authorization',
    'RFC 6749, 4.1.2.1',
    'The provider is out of service for a while (temporarily_unavailable).',
    'Нэвтрэлтийн үйлчилгээ түр ажиллахгүй байна (temporarily_unavailable).',
  ),
  slow_token: explain(
    'token',
    'No clause: every outside call needs a time limit',
    'The token endpoint answers late: after slow_ms.',
    'Токены хаяг хожуу, slow_ms хугацааны дараа хариулна.',
  ),
  token_error: explain(
    'token',
    'RFC 9110, 15.6.1',
    'The token endpoint answers 500, without JSON.',
    'Токены хаяг JSON биш 500 хариу өгнө.',
  ),
} as const satisfies Record<string, Omit<RpFault, 'id'>>;

export type RpFaultId = keyof typeof CATALOGUE;

export const RP_FAULT_IDS = Object.keys(CATALOGUE) as RpFaultId[];

export const RP_FAULTS = Object.fromEntries(
  RP_FAULT_IDS.map((id) => [id, { id, ...CATALOGUE[id] }]),
) as Record<RpFaultId, RpFault & { id: RpFaultId }>;
