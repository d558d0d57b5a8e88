/**
 * Where the operator console is: on a host of its own, on any host (development), or nowhere (production
 * without CONTROL_PLANE_HOST).
 */
export type ConsoleHost = { name: string } | 'any' | 'none';

export function chooseConsoleHost(settings: {
  controlPlaneHost?: string | undefined;
  production: boolean;
}): ConsoleHost {
  if (settings.controlPlaneHost) return { name: settings.controlPlaneHost.toLowerCase() };
  return settings.production ? 'none' : 'any';
}

/** A setting without a port means the host at any port: the port is that of whatever stands before the portal. */
export function isOnHost(console: ConsoleHost, hostHeader: string | undefined): boolean {
  if (typeof console === 'string') return console === 'any';
  const host = (hostHeader ?? '').toLowerCase();
  return host === console.name || host.replace(/:\d+$/, '') === console.name;
}
