import {
  type Application,
  type ApplicationBody,
  hasPeople,
  type Jwks,
  readType,
} from '../../../api/applications.ts';

/** The settings as entered in the fields. */
export interface Draft {
  name: string;
  uris: readonly string[];
  services: readonly string[];
  enabled: boolean;
  requirePar: boolean;
  dpop: boolean;
  backchannel: string;
  postLogout: string;
  jwks: string;
  nationalId: boolean;
  isPairwise: boolean;
  perMinute: string;
  burst: string;
  dailyQuota: string;
}

const originOf = (uri: string) => (URL.canParse(uri) ? new URL(uri).origin : '');

export function openDraft(application: Application): Draft {
  const { options } = application;
  const derived = application.redirect_uris.map(originOf);
  return {
    name: application.name,
    uris: application.redirect_uris.length > 0 ? application.redirect_uris : [''],
    services: application.service_ids,
    enabled: application.enabled,
    requirePar: options.require_par,
    dpop: options.dpop,
    backchannel: options.backchannel_logout_uri ?? '',
    // The server derives the origins of the redirect URIs, so only additional ones are a setting.
    postLogout: options.post_logout_redirect_uris.filter((uri) => !derived.includes(uri)).join('\n'),
    jwks: options.jwks ? JSON.stringify(options.jwks, null, 2) : '',
    nationalId: options.national_id,
    isPairwise: options.subject_type === 'pairwise',
    perMinute: String(options.limits.per_minute),
    burst: String(options.limits.burst),
    dailyQuota: options.limits.daily_quota === null ? '' : String(options.limits.daily_quota),
  };
}

export type DraftFault = 'name' | 'options.jwks' | 'per_minute' | 'burst' | 'daily_quota';

/** Errors that the server would refuse in any case. */
export function findDraftFaults(draft: Draft): DraftFault[] {
  const isCount = (text: string) => /^\d{1,12}$/.test(text.trim());
  return [
    ...(draft.name.trim() === '' ? (['name'] as const) : []),
    ...(readJwks(draft.jwks) === undefined ? (['options.jwks'] as const) : []),
    ...(isCount(draft.perMinute) ? [] : (['per_minute'] as const)),
    ...(isCount(draft.burst) ? [] : (['burst'] as const)),
    ...(draft.dailyQuota.trim() === '' || isCount(draft.dailyQuota) ? [] : (['daily_quota'] as const)),
  ];
}

const splitLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Null for no keys, undefined for an invalid key set. */
function readJwks(text: string): Jwks | null | undefined {
  if (text.trim() === '') return null;
  try {
    const parsed = JSON.parse(text) as { keys?: unknown } | null;
    return Array.isArray(parsed?.keys) ? { keys: parsed.keys } : undefined;
  } catch {
    return undefined;
  }
}

/** Only options that fit the type, and of the administrators' options only the changed ones. */
export function buildBody(draft: Draft, application: Application): ApplicationBody {
  const type = readType(application);
  const people = hasPeople(type);
  const isPublic = type === 'spa' || type === 'native';
  return {
    name: draft.name.trim(),
    app_type: type,
    service_ids: [...draft.services],
    enabled: draft.enabled,
    ...(people ? { redirect_uris: splitLines(draft.uris.join('\n')) } : {}),
    options: {
      dpop: draft.dpop,
      ...(isPublic ? {} : { jwks: readJwks(draft.jwks) ?? null }),
      ...(people
        ? {
            subject_type: draft.isPairwise ? ('pairwise' as const) : ('public' as const),
            require_par: draft.requirePar,
            backchannel_logout_uri: draft.backchannel.trim() || null,
            post_logout_redirect_uris: splitLines(draft.postLogout),
          }
        : {}),
      ...(draft.nationalId === application.options.national_id ? {} : { national_id: draft.nationalId }),
      limits: {
        per_minute: Number(draft.perMinute),
        burst: Number(draft.burst),
        daily_quota: draft.dailyQuota.trim() === '' ? null : Number(draft.dailyQuota),
      },
    },
  };
}
