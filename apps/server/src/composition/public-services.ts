import type { Logger } from 'pino';
import type { Module } from '../kernel/module.ts';
import type { Acting } from '../modules/acting/index.ts';
import { appointments } from '../modules/appointments/index.ts';
import { stripNumbers } from '../modules/assistant/index.ts';
import { type AuthorisationDeps, authorisations } from '../modules/authorisations/index.ts';
import { type Catalogue, catalogue } from '../modules/catalogue/index.ts';
import { feedback } from '../modules/feedback/index.ts';
import {
  collectionOf,
  gov,
  govErrors,
  requireApplicant,
  serviceById,
  whenPaid,
} from '../modules/gov/index.ts';
import { createSpace, gspace } from '../modules/gspace/index.ts';
import { type IssuedDocuments, issuedDocumentErrors } from '../modules/issued-documents/index.ts';
import { notifications } from '../modules/notifications/index.ts';
import { officer } from '../modules/officer/index.ts';
import { payments } from '../modules/payments/index.ts';
import { referenceDocuments, referenceErrors, references } from '../modules/references/index.ts';
import { listExchangeEvidences, registry } from '../modules/registry/index.ts';
import { type Exchange, relayChannel } from '../modules/relay/index.ts';
import type { SigningDeps } from '../modules/signing/index.ts';
import type { BrandingSource } from '../modules/site/index.ts';
import { support } from '../modules/support/index.ts';
import type { AppParts, Outside } from './app-parts.ts';
import { integrationModule } from './integrations.ts';

interface PublicServiceDeps extends Pick<Outside, 'mail' | 'payments' | 'providers' | 'registers' | 'sms'> {
  documents: IssuedDocuments;
  exchange: Exchange;
  logger: Logger;
  branding: BrandingSource;
  signatures: SigningDeps;
  confirmRepresentative: AuthorisationDeps['confirmRepresentative'];
  acting: Pick<Acting, 'knowFamily' | 'reach' | 'ties'>;
  published: Catalogue;
}

type Letter = Parameters<NonNullable<Outside['mail']>['send']>[0];

/** Public services for citizens, and their side for officers and registrars. */
export function publicServices(parts: AppParts, deps: PublicServiceDeps): readonly Module[] {
  const { config, database, bus, files, gate, now, outbox, stopping } = parts;
  const { documents, exchange, logger, branding, signatures, published, mail, registers, sms } = deps;
  const issuerName = async () => (await branding.current()).name || config.EID_RP_NAME;
  const papers = { database, documents, appOrigin: config.appOrigin, issuerName };
  const documentOf = referenceDocuments(papers);
  const space = createSpace({ database, files, quotaBytes: config.GSPACE_QUOTA_BYTES });
  const sendLetter = mail === undefined ? undefined : (letter: Letter) => mail.send(letter);
  return [
    notifications({
      database,
      bus,
      gate,
      stopping,
      topics: [{ channel: relayChannel, event: 'relay', permission: 'relay.view' }],
      retentionMonths: config.NOTIFICATION_RETENTION_MONTHS,
      sendLetter,
      sendSms: sms === undefined ? undefined : (message) => sms.send(message),
      appOrigin: config.appOrigin,
    }),
    support({ database, outbox, sendLetter, retentionMonths: config.SUPPORT_RETENTION_MONTHS }),
    feedback({ database, redact: stripNumbers, retentionMonths: config.SUPPORT_RETENTION_MONTHS }),
    payments({
      database,
      outbox,
      now,
      provider: deps.payments,
      callbackUrl: () => config.paymentsCallbackUrl,
      appOrigin: config.appOrigin,
      issuerName,
      documents,
      whenPaid,
    }),
    appointments({
      database,
      outbox,
      now,
      serviceById,
      collectionOf,
      requireApplicant,
      applicantErrors: [govErrors.not_for_applicant],
    }),
    references({ ...papers, documentOf }),
    gspace({
      database,
      outbox,
      now,
      files,
      space,
      quotaBytes: config.GSPACE_QUOTA_BYTES,
      certificateOf: ({ userId, identity }, id) => documentOf({ owner: userId, identity }, id),
      certificateErrors: [referenceErrors.document_withdrawn, ...Object.values(issuedDocumentErrors)],
    }),
    integrationModule(parts, deps, space),
    gov({
      ...papers,
      bus,
      outbox,
      now,
      logger,
      files,
      keyring: parts.keyring,
      registers,
      demoSeed: config.GOV_DEMO_SEED === true,
      enforceAssurance: config.GOV_ENFORCE_ASSURANCE === true,
      infoExpiryDays: config.GOV_INFO_EXPIRY_DAYS,
      feeExpiryDays: config.GOV_FEE_EXPIRY_DAYS,
      draftRetentionDays: config.GOV_DRAFT_RETENTION_DAYS,
      fileMaxBytes: config.GOV_FILE_MAX_BYTES,
      findInSpace: space.find,
      exchange,
      exchangeEvidences: listExchangeEvidences,
      reach: deps.acting.reach,
      factHours: config.GOV_FACT_HOURS,
    }),
    officer({
      ...signatures,
      registers,
      logger,
      assignmentHours: config.GOV_ASSIGNMENT_HOURS,
      knowFamily: deps.acting.knowFamily,
      ties: deps.acting.ties,
      infoExpiryDays: config.GOV_INFO_EXPIRY_DAYS,
    }),
    authorisations({ ...signatures, serviceById, confirmRepresentative: deps.confirmRepresentative }),
    registry,
    catalogue(published),
  ];
}
