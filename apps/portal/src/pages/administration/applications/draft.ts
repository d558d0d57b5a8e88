import {
  type Application,
  type ApplicationBody,
  hasPeople,
  type Jwks,
  readType,
} from '../../../api/applications.ts';
import { readNumber } from '../../../ui/forms/read-number.ts';

/** The settings as entered in the fields, in the shape of their body. */
export interface Draft {
  name: string;
  redirect_uris: string[];
  service_ids: string[];
  enabled: boolean;
  options: {
    require_par: boolean;
    dpop: boolean;
    national_id: boolean;
    is_pairwise: boolean;
    backchannel_logout_uri: string;
    /** One per line. */
    post_logout_redirect_uris: string;
    jwks: string;
    limits: { per_minute: string; burst: string; daily_quota: string };
  };
}

const originOf = (uri: string) => (URL.canParse(uri) ? new URL(uri).origin : '');

export function openDraft(application: Application): Draft {
  const { options } = application;
  const derived = application.redirect_uris.map(originOf);
  return {
    name: application.name,
    redirect_uris: application.redirect_uris.length > 0 ? application.redirect_uris : [''],
    service_ids: application.service_ids,
    enabled: application.enabled,
    options: {
      require_par: options.require_par,
      dpop: options.dpop,
      national_id: options.national_id,
      is_pairwise: options.subject_type === 'pairwise',
      backchannel_logout_uri: options.backchannel_logout_uri ?? '',
      // The server derives the origins of the redirect URIs, so only additional ones are a setting.
      post_logout_redirect_uris: options.post_logout_redirect_uris
        .filter((uri) => !derived.includes(uri))
        .join('\n'),
      jwks: options.jwks ? JSON.stringify(options.jwks, null, 2) : '',
      limits: {
        per_minute: String(options.limits.per_minute),
        burst: String(options.limits.burst),
        daily_quota: String(options.limits.daily_quota ?? ''),
      },
    },
  };
}

const splitLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Null for no keys, undefined for an invalid key set. */
export function readJwks(text: string): Jwks | null | undefined {
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
  const { options } = draft;
  const { per_minute, burst, daily_quota } = options.limits;
  return {
    name: draft.name.trim(),
    app_type: type,
    service_ids: draft.service_ids,
    enabled: draft.enabled,
    ...(people ? { redirect_uris: splitLines(draft.redirect_uris.join('\n')) } : {}),
    options: {
      dpop: options.dpop,
      ...(isPublic ? {} : { jwks: readJwks(options.jwks) ?? null }),
      ...(people
        ? {
            subject_type: options.is_pairwise ? ('pairwise' as const) : ('public' as const),
            require_par: options.require_par,
            backchannel_logout_uri: options.backchannel_logout_uri.trim() || null,
            post_logout_redirect_uris: splitLines(options.post_logout_redirect_uris),
          }
        : {}),
      ...(options.national_id === application.options.national_id
        ? {}
        : { national_id: options.national_id }),
      limits: {
        per_minute: readNumber(per_minute),
        burst: readNumber(burst),
        daily_quota: daily_quota.trim() === '' ? null : readNumber(daily_quota),
      },
    },
  };
}
