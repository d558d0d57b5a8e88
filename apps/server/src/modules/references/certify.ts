import type { Logger } from 'pino';
import type { Text } from '../../kernel/http/language.ts';
import { describeRecord, type Fact } from './facts.ts';
import { PersonRegisterError, type PersonRegistersPort, type RegisterCode } from './person-registers-port.ts';
import { decisionDocument, referenceTypes } from './types.ts';

/** The source of a certificate's facts. */
export interface Source {
  register: string;
  name: Text;
  keeper: Text;
  /** The time of the answer, by the register's clock. */
  read_at: string;
}

/** Content of a certificate, gathered before the transaction that issues it. */
export interface Certificate {
  readonly type: string;
  /** The person in the register; the certificate must not be issued to any other person. */
  readonly civilId: string | null;
  readonly authority: Text;
  readonly purpose: Text;
  readonly statement: Text;
  readonly facts: readonly Fact[];
  readonly source: Source;
}

export type Certified =
  | { readonly outcome: 'certified'; readonly certificate: Certificate }
  /** The register is unavailable: nothing is issued, and it is asked again later. */
  | { readonly outcome: 'unavailable' }
  /** The register contradicts the certificate. */
  | { readonly outcome: 'contradicted'; readonly reason: Text };

export interface CertificateOrder {
  type: RegisterCode;
  civilId: string | null;
  /** The service's authority; the register's keeper replaces it if the service is gone. */
  authority: Text | undefined;
  purpose: Text | undefined;
  now: Date;
}

export interface CertifyDeps {
  registers: PersonRegistersPort | undefined;
  logger: Logger;
}

const unproven: Text = {
  mn: 'Таныг цахим үнэмлэхээр таниагүй тул бүртгэлээс лавлах боломжгүй. Цахим үнэмлэхээр нэвтэрнэ үү.',
  en: 'You have not been identified by eID, so no register can be asked about you. Sign in with eID.',
};

/** Calls the state register. Slow: never inside a transaction. */
export async function certify(deps: CertifyDeps, order: CertificateOrder): Promise<Certified> {
  const { type, civilId, now } = order;
  if (civilId === null) return { outcome: 'contradicted', reason: unproven };
  if (deps.registers === undefined) {
    deps.logger.error({ register: type }, 'a certificate waits: STATE_REGISTRY_BASE is not set');
    return { outcome: 'unavailable' };
  }
  try {
    const answer = await deps.registers.read(type, civilId);
    const finding = describeRecord(type, answer.record);
    if ('contradiction' in finding) return { outcome: 'contradicted', reason: finding.contradiction };
    // A register whose clock runs ahead must not date a certificate into the future.
    const readAt = new Date(answer.asOf) > now ? now.toISOString() : answer.asOf;
    return {
      outcome: 'certified',
      certificate: {
        type,
        civilId,
        authority: nameAuthority(order.authority, answer.keeper),
        purpose: order.purpose ?? referenceTypes[type].purpose,
        ...finding,
        source: { register: type, name: answer.name, keeper: answer.keeper, read_at: readAt },
      },
    };
  } catch (error) {
    if (!(error instanceof PersonRegisterError)) throw error;
    deps.logger.warn({ reason: error.message }, 'a state register did not answer');
    return { outcome: 'unavailable' };
  }
}

/**
 * A passport in one language has no English name; if the authority keeps the register, the register has one.
 */
function nameAuthority(authority: Text | undefined, keeper: Text): Text {
  if (authority === undefined) return keeper;
  if (authority.en !== '') return authority;
  return authority.mn === keeper.mn ? keeper : { mn: authority.mn, en: authority.mn };
}

const platform: Text = { mn: 'Төрийн үйлчилгээний платформ', en: 'Government services platform' };

export interface DecisionOrder {
  type: string;
  civilId: string | null;
  authority: Text | undefined;
  purpose: Text | undefined;
  applicationNo: string;
  result: Text;
  now: Date;
}

/**
 * A service's own document certifies the decision, which the platform itself keeps: no register is called.
 */
export function certifyDecision(order: DecisionOrder): Certificate {
  const { type, civilId, authority = platform, applicationNo } = order;
  return {
    type,
    civilId,
    authority,
    purpose: order.purpose ?? decisionDocument.purpose,
    statement: decisionDocument.statement,
    facts: [
      {
        name: 'application_no',
        label: { mn: 'Хүсэлтийн дугаар', en: 'Application number' },
        value: { mn: applicationNo, en: applicationNo },
      },
      { name: 'decision', label: { mn: 'Шийдвэр', en: 'Decision' }, value: order.result },
    ],
    source: {
      register: 'applications',
      name: decisionDocument.register,
      keeper: authority,
      read_at: order.now.toISOString(),
    },
  };
}
