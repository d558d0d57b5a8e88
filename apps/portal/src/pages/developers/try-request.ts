import type { GatewayRequest } from '../../api/gateway-call.ts';
import type { Operation } from '../../api/service-docs.ts';

export interface TryDraft {
  /** By place and name of the parameter: `query day`. */
  values: Readonly<Record<string, string>>;
  body: string;
}

type Parameter = Operation['parameters'][number];
export const keyOf = (parameter: Parameter) => `${parameter.in} ${parameter.name}`;

/** Null if the path leaves the service: a document must not send the token to another address of this portal. */
export function buildRequest(
  origin: string,
  service: string,
  operation: Operation,
  draft: TryDraft,
): GatewayRequest | null {
  const base = `/gw/${encodeURIComponent(service)}/`;
  const filled = operation.path.replace(/\{([^{}]+)\}/g, (_, name: string) =>
    encodeURIComponent(draft.values[`path ${name}`] ?? ''),
  );
  const url = new URL(origin);
  url.pathname = base + filled.slice(1);
  if (!url.pathname.startsWith(base)) return null;
  const given = (place: Parameter['in']) =>
    operation.parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter): [string, string] => [parameter.name, draft.values[keyOf(parameter)] ?? ''])
      .filter(([, value]) => value !== '');
  for (const [name, value] of given('query')) url.searchParams.append(name, value);
  const hasBody = operation.body !== null && !['get', 'head'].includes(operation.method) && draft.body !== '';
  return {
    method: operation.method.toUpperCase(),
    url: url.href,
    headers: [
      ...given('header'),
      ...(hasBody && operation.body ? ([['Content-Type', operation.body.media_type]] as const) : []),
    ],
    body: hasBody ? draft.body : null,
  };
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The same call for a shell; the token stays in a variable. */
export function writeCurl({ method, url, headers, body }: GatewayRequest): string {
  return [
    method === 'HEAD' ? `curl --head ${quote(url)}` : `curl -X ${method} ${quote(url)}`,
    '-H "Authorization: Bearer $TOKEN"',
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data-raw ${quote(body)}`]),
  ].join(' \\\n  ');
}
