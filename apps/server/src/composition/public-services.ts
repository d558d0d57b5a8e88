import type { Logger } from 'pino';
import { systemIdentity } from '../kernel/db/identity.ts';
import type { Module } from '../kernel/module.ts';
import { appointments } from '../modules/appointments/index.ts';
import { catalogue } from '../modules/catalogue/index.ts';
import { gov, listMostUsed, serviceById, whenPaid } from '../modules/gov/index.ts';
import { createSpace, gspace } from '../modules/gspace/index.ts';
import { notifications } from '../modules/notifications/index.ts';
import { officer } from '../modules/officer/index.ts';
import { payments } from '../modules/payments/index.ts';
import { referenceDocuments, referenceErrors, references } from '../modules/references/index.ts';
import { registry } from '../modules/registry/index.ts';
import { relayChannel } from '../modules/relay/index.ts';
import type { BrandingSource } from '../modules/site/index.ts';
import type { AppParts, Outside } from './app-parts.ts';
import { integrationModule } from './integrations.ts';

/** Public services for citizens, and their side for officers and registrars. */
export function publicServices(
  parts: AppParts,
  outside: Pick<Outside, 'mail' | 'payments' | 'providers' | 'registers'>,
  logger: Logger,
  branding: BrandingSource,
): readonly Module[] {
  const { config, database, bus, files, gate, now, outbox, stopping } = parts;
  const { mail, registers } = outside;
  const issuerName = async () => (await branding.current()).name || config.EID_RP_NAME;
  const documentOf = referenceDocuments({
    database,
    outbox,
    now,
    files,
    logger,
    appOrigin: config.appOrigin,
    issuerName,
  });
  const space = createSpace({ database, files, quotaBytes: config.GSPACE_QUOTA_BYTES });
  return [
    notifications({
      database,
      bus,
      gate,
      stopping,
      topics: [{ channel: relayChannel, event: 'relay', permission: 'relay.view' }],
      retentionMonths: config.NOTIFICATION_RETENTION_MONTHS,
      sendLetter: mail === undefined ? undefined : (letter) => mail.send(letter),
      appOrigin: config.appOrigin,
    }),
    payments({
      database,
      outbox,
      now,
      provider: outside.payments,
      callbackUrl: () => config.paymentsCallbackUrl,
      appOrigin: config.appOrigin,
      issuerName,
      whenPaid,
    }),
    appointments({ database, outbox, now, serviceById }),
    references({ documentOf }),
    gspace({
      database,
      outbox,
      now,
      files,
      space,
      quotaBytes: config.GSPACE_QUOTA_BYTES,
      certificateOf: documentOf,
      certificateErrors: [referenceErrors.document_withdrawn],
    }),
    integrationModule(parts, outside, space),
    gov({
      database,
      bus,
      outbox,
      now,
      logger,
      files,
      registers,
      demoSeed: config.GOV_DEMO_SEED === true,
      enforceAssurance: config.GOV_ENFORCE_ASSURANCE === true,
      infoExpiryDays: config.GOV_INFO_EXPIRY_DAYS,
      feeExpiryDays: config.GOV_FEE_EXPIRY_DAYS,
      draftRetentionDays: config.GOV_DRAFT_RETENTION_DAYS,
      fileMaxBytes: config.GOV_FILE_MAX_BYTES,
      findInSpace: space.find,
    }),
    officer({
      database,
      outbox,
      now,
      files,
      registers,
      logger,
      assignmentHours: config.GOV_ASSIGNMENT_HOURS,
    }),
    registry,
    catalogue({
      database,
      bus,
      origin: config.appOrigin,
      publisher: config.EID_RP_NAME,
      listMostUsed: () => listMostUsed(database.reader(systemIdentity), 50),
    }),
  ];
}
