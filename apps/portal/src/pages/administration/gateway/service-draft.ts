import type { Service, ServiceBody } from '../../../api/gateway.ts';

export interface ServiceDraft {
  name: string;
  protocol: 'http' | 'https';
  host: string;
  port: string;
  path: string;
  retries: string;
  timeout: string;
  /** In MiB. */
  maxBody: string;
  tags: string;
  enabled: boolean;
}

const mib = 1024 * 1024;
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
    timeout: String(service?.connect_timeout_ms ?? 60_000),
    maxBody: showMib(service?.max_body_bytes ?? defaultMaxBody),
    tags: service?.tags.join(', ') ?? '',
    enabled: service?.enabled ?? true,
  };
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{1,79}$/;
export const BOUNDS = {
  port: [1, 65_535],
  retries: [0, 10],
  connect_timeout_ms: [100, 600_000],
  max_body_bytes: [1, 10_240],
} as const;

export type ServiceFault = 'name' | 'host' | keyof typeof BOUNDS;

export function findServiceFaults(draft: ServiceDraft): ServiceFault[] {
  const isWithin = (text: string, [from, to]: readonly [number, number]) =>
    /^\d{1,7}$/.test(text.trim()) && Number(text) >= from && Number(text) <= to;
  return [
    ...(NAME.test(draft.name.trim()) ? [] : (['name'] as const)),
    ...(draft.host.trim() === '' ? (['host'] as const) : []),
    ...(isWithin(draft.port, BOUNDS.port) ? [] : (['port'] as const)),
    ...(isWithin(draft.retries, BOUNDS.retries) ? [] : (['retries'] as const)),
    ...(isWithin(draft.timeout, BOUNDS.connect_timeout_ms) ? [] : (['connect_timeout_ms'] as const)),
    ...(isWithin(draft.maxBody, BOUNDS.max_body_bytes) ? [] : (['max_body_bytes'] as const)),
  ];
}

export function buildServiceBody(draft: ServiceDraft, service: Service | null): ServiceBody {
  const kept = service?.max_body_bytes ?? defaultMaxBody;
  return {
    name: draft.name.trim(),
    protocol: draft.protocol,
    host: draft.host.trim(),
    port: Number(draft.port),
    path: draft.path.trim() || '/',
    retries: Number(draft.retries),
    connect_timeout_ms: Number(draft.timeout),
    max_body_bytes: draft.maxBody.trim() === showMib(kept) ? kept : Number(draft.maxBody) * mib,
    tags: draft.tags
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    enabled: draft.enabled,
  };
}

/** A default port follows the protocol. */
export function changeProtocol(draft: ServiceDraft, protocol: 'http' | 'https'): Partial<ServiceDraft> {
  const usual = { http: '80', https: '443' };
  return { protocol, ...(draft.port === usual[draft.protocol] ? { port: usual[protocol] } : {}) };
}
