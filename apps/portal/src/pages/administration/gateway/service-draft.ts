import type { Service, ServiceBody } from '../../../api/gateway.ts';
import { gatewayServicesCreateBody } from '../../../api/generated/bodies.ts';
import { readNumber } from '../../../ui/forms/read-number.ts';

/** An upstream while it is edited, by the field names of its body. */
export interface ServiceDraft {
  name: string;
  protocol: 'http' | 'https';
  host: string;
  port: string;
  path: string;
  retries: string;
  connect_timeout_ms: string;
  /** In MiB. */
  max_body_bytes: string;
  tags: string;
  enabled: boolean;
}

const mib = 1024 * 1024;
export const MAX_BODY_MIB = (gatewayServicesCreateBody.properties?.['max_body_bytes']?.maximum ?? 0) / mib;
const defaultMaxBody = 100 * mib;

/** Rounded up for display; an unchanged limit is sent back with its exact bytes. */
const showMib = (bytes: number): string => String(Math.ceil(bytes / mib));

export function openServiceDraft(service: Service | null): ServiceDraft {
  return {
    name: service?.name ?? '',
    protocol: service?.protocol === 'http' ? 'http' : 'https',
    host: service?.host ?? '',
    port: String(service?.port ?? 443),
    path: service?.path ?? '/',
    retries: String(service?.retries ?? 0),
    connect_timeout_ms: String(service?.connect_timeout_ms ?? 60_000),
    max_body_bytes: showMib(service?.max_body_bytes ?? defaultMaxBody),
    tags: service?.tags.join(', ') ?? '',
    enabled: service?.enabled ?? true,
  };
}

export function buildServiceBody(draft: ServiceDraft, service: Service | null): ServiceBody {
  const kept = service?.max_body_bytes ?? defaultMaxBody;
  return {
    name: draft.name.trim(),
    protocol: draft.protocol,
    host: draft.host.trim(),
    port: readNumber(draft.port),
    path: draft.path.trim() || '/',
    retries: readNumber(draft.retries),
    connect_timeout_ms: readNumber(draft.connect_timeout_ms),
    max_body_bytes:
      draft.max_body_bytes.trim() === showMib(kept) ? kept : readNumber(draft.max_body_bytes) * mib,
    tags: draft.tags
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    enabled: draft.enabled,
  };
}

/** A default port follows the protocol. */
export function followProtocol({ port, protocol }: ServiceDraft, wanted: 'http' | 'https'): string {
  const usual = { http: '80', https: '443' };
  return port === usual[protocol] ? usual[wanted] : port;
}
