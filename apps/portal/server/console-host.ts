/**
 * The operator console has a separate host, is on any host (development), or is off (production without
 * CONTROL_PLANE_HOST).
 */
export type ConsoleHost = { name: string } | 'any' | 'none';

export function chooseConsoleHost(settings: {
  controlPlaneHost?: string | undefined;
  production: boolean;
}): ConsoleHost {
  if (settings.controlPlaneHost) return { name: settings.controlPlaneHost.toLowerCase() };
  return settings.production ? 'none' : 'any';
}

/** A setting without a port matches every port, because a proxy before the portal may use a different one. */
export function isOnHost(console: ConsoleHost, hostHeader: string | undefined): boolean {
  if (typeof console === 'string') return console === 'any';
  const host = (hostHeader ?? '').toLowerCase();
  return host === console.name || host.replace(/:\d+$/, '') === console.name;
}
