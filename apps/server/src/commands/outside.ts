import { createProviders } from '../adapters/cloud-files/index.ts';
import { createDirectoryAdapter } from '../adapters/directory/index.ts';
import { absentRecords, createEidRecords, createUpstreamRecords } from '../adapters/eid-records/index.ts';
import { createEmailCodeAdapter } from '../adapters/email-codes/index.ts';
import { createEmbeddings } from '../adapters/embeddings/index.ts';
import { createLocalFiles, createS3Files, createSftpFiles } from '../adapters/files/index.ts';
import { createMailAdapter } from '../adapters/mail/index.ts';
import { createModel } from '../adapters/model/index.ts';
import { createPaymentProvider } from '../adapters/payments/index.ts';
import { createPeers } from '../adapters/relay-peers/index.ts';
import { createClamd } from '../adapters/scanner/index.ts';
import { createSmsAdapter } from '../adapters/sms/index.ts';
import { createSocialAdapter } from '../adapters/social/index.ts';
import { createSsoAdapter, type SsoAdapterOptions } from '../adapters/sso/index.ts';
import {
  createChildrenRegister,
  createPersonRegisters,
  createStateRegistry,
} from '../adapters/state-registry/index.ts';
import { createReceivers } from '../adapters/webhook-receivers/index.ts';
import type { Outside } from '../composition/app.ts';
import type { Config } from '../config.ts';
import { createCircuitBreaker } from '../kernel/http/circuit-breaker.ts';
import { createRedactor } from '../modules/assistant/index.ts';
import { absentEid, openEid } from './eid.ts';
import { openSeal } from './seal.ts';
import { openSigning } from './signing.ts';

/** Creates the adapter of every external system from the settings. */
export function openOutside(config: Config, now: () => Date): Outside {
  return {
    ...describeOutside(config, now),
    eid: openEid(config, now),
    signing: openSigning(config, now),
    seal: openSeal(config, now),
  };
}

/** The same for work without sign-in: migrations and generated documents need the modules, not the trust roots. */
export function describeOutside(config: Config, now: () => Date = () => new Date()): Outside {
  return {
    eid: absentEid,
    records: recordsOf(config, now),
    stateRegistry: config.stateRegistry === undefined ? undefined : createStateRegistry(config.stateRegistry),
    children: config.stateRegistry === undefined ? undefined : createChildrenRegister(config.stateRegistry),
    registers: config.stateRegistry === undefined ? undefined : createPersonRegisters(config.stateRegistry),
    social: createSocialAdapter({
      issuer: config.SOCIAL_ISSUER,
      clientId: config.SOCIAL_CLIENT_ID,
      clientSecret: config.SOCIAL_CLIENT_SECRET,
      now,
    }),
    sso: createSsoAdapter(ssoOptions(config, now)),
    emailCodes: createEmailCodeAdapter({
      baseUrl: config.VERIFY_API_BASE,
      apiKey: config.VERIFY_API_KEY,
      channel: config.VERIFY_CHANNEL,
    }),
    mail: config.mailRelay === undefined ? undefined : createMailAdapter({ ...config.mailRelay, now }),
    sms: config.smsGateway === undefined ? undefined : createSmsAdapter(config.smsGateway),
    payments:
      config.paymentProvider === undefined ? undefined : createPaymentProvider(config.paymentProvider),
    peers: (guard) => createPeers({ guard, production: config.production, sandboxUrl: config.sandboxUrl }),
    receivers: (guard) => createReceivers({ guard, production: config.production }),
    signing: () => ({
      timestamp: null,
      revocation: null,
      trust: { roots: [], intermediates: [] },
      anchors: '',
      online: null,
      now,
      patienceMs: 0,
    }),
    seal: undefined,
    files: openFileStores(config),
    scanner: scannerOf(config),
    embedding: config.embeddings === undefined ? undefined : createEmbeddings(config.embeddings),
    model:
      config.modelServer === undefined
        ? undefined
        : createModel({ ...config.modelServer, createRedactor, now }),
    providers: createProviders({
      ...config.cloudProviders,
      appOrigin: config.appOrigin,
      allowLoopback: !config.production,
      now,
    }),
    directory: config.directoryApi === undefined ? undefined : createDirectoryAdapter(config.directoryApi),
  };
}

/** They connect at their first use. */
export function openFileStores({ fileStores: { directory, s3, sftp } }: Config): Outside['files'] {
  return {
    local: createLocalFiles({ directory }),
    s3: s3 === undefined ? undefined : createS3Files(s3),
    sftp: sftp === undefined ? undefined : createSftpFiles(sftp),
  };
}

export function scannerOf(config: Config): Outside['scanner'] {
  const { SCANNER_ADDRESS: address, SCANNER_MAX_BYTES: maxBytes, SCANNER_TIMEOUT_SECONDS: seconds } = config;
  return address === undefined ? undefined : createClamd({ address, maxBytes, timeoutMs: seconds * 1000 });
}

function recordsOf(config: Config, now: () => Date): Outside['records'] {
  const breaker = createCircuitBreaker(now);
  const { SSO_EID_PROXY_BASE_URL: upstream, EID_BASE_URL: baseUrl, EID_RP_SECRET: rpSecret } = config;
  if (upstream !== undefined) return createUpstreamRecords({ baseUrl: upstream, breaker });
  return baseUrl === undefined ? absentRecords : createEidRecords({ baseUrl, rpSecret, breaker });
}

function ssoOptions(config: Config, now: () => Date): SsoAdapterOptions {
  const { SSO_CLIENT_ID: clientId, SSO_NATIVE_CLIENT_ID: nativeId } = config;
  return {
    issuer: config.SSO_ISSUER,
    web:
      clientId === undefined
        ? undefined
        : {
            clientId,
            clientSecret: config.SSO_CLIENT_SECRET,
            redirectUri: config.SSO_REDIRECT_URI ?? `${config.appOrigin}/sso/callback`,
            scope: config.SSO_SCOPE,
          },
    native:
      nativeId === undefined
        ? undefined
        : { clientId: nativeId, redirectUris: config.SSO_NATIVE_REDIRECT_URIS },
    postLogoutRedirectUri: `${config.appOrigin}/`,
    allowLoopback: !config.production,
    now,
  };
}
