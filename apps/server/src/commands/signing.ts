import { readFileSync } from 'node:fs';
import { createRevocationAdapter } from '../adapters/revocation/index.ts';
import { createTsaAdapter } from '../adapters/tsa/index.ts';
import type { Outside } from '../composition/app.ts';
import type { Config } from '../config.ts';
import { readTrustStore, type TrustStore } from '../kernel/pki/check-chain.ts';

/** What signatures need from outside; without eID nobody signs. */
export function openSigning(config: Config, now: () => Date): Outside['signing'] {
  const patienceMs = config.SIGN_PATIENCE_SECONDS * 1000;
  // A signature needs several services one after the other, a verdict asks each of them.
  const [callMs, verdictMs] = [(patienceMs * 2) / 3, patienceMs / 3];
  return (guard) => {
    if (!config.eidConfigured)
      return {
        timestamp: null,
        revocation: null,
        trust: { roots: [], intermediates: [] },
        anchors: '',
        online: null,
        now,
        patienceMs,
      };
    const { SIGN_TSA_URL: url } = config;
    const { anchors, trust } = readAnchors(config);
    return {
      // The operator chose this address, so it may be on a private network.
      timestamp: url === undefined ? null : createTsaAdapter({ url, trust, now, timeoutMs: callMs }),
      revocation: createRevocationAdapter({ allowedHosts: hostsOf(config), guard, now, timeoutMs: callMs }),
      // A stranger's document decides which certificates are asked about, so only listed hosts are called.
      online:
        config.SIGN_VERIFY_ONLINE === false
          ? null
          : createRevocationAdapter({ allowedHosts: hostsOf(config), now, timeoutMs: verdictMs }),
      trust,
      anchors,
      now,
      patienceMs,
    };
  };
}

export function readAnchors(config: Config): { anchors: string; trust: TrustStore } {
  const file = config.TRUST_ANCHORS;
  const anchors = file === undefined ? config.eidTrustRootsPem() : readFileSync(file, 'utf8');
  return {
    anchors,
    trust: readTrustStore(anchors, file === undefined ? 'EID_TRUST_ROOTS' : 'TRUST_ANCHORS'),
  };
}

const hostsOf = (config: Config): readonly string[] =>
  config.EID_OCSP_HOSTS.length > 0
    ? config.EID_OCSP_HOSTS
    : [new URL(config.EID_BASE_URL ?? config.sandboxUrl).host];
