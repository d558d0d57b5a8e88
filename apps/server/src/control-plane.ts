/** Settings of the operator console. */

export interface ControlPlaneSettings {
  readonly ENVIRONMENT: string;
  readonly CONTROL_PLANE_HOST: string | undefined;
  readonly CONTROL_PLANE_ALLOWED_CIDRS: 'open' | readonly string[] | undefined;
  readonly MAIL_URL: string | undefined;
  readonly MAIL_FROM: string;
}

export interface ControlPlane {
  /** A separate host, any host in development, or no console. */
  readonly host: { readonly name: string } | 'any' | 'none';
  readonly networks: 'open' | readonly string[];
}

export function readControlPlane(given: ControlPlaneSettings): ControlPlane {
  const name = given.CONTROL_PLANE_HOST;
  const unset = given.ENVIRONMENT === 'production' ? 'none' : 'any';
  return {
    host: name === undefined ? unset : { name },
    networks: given.CONTROL_PLANE_ALLOWED_CIDRS ?? 'open',
  };
}

export function checkControlPlane(
  given: ControlPlaneSettings,
  derived: { appOrigin: string },
  problems: string[],
): void {
  if (given.ENVIRONMENT !== 'production') return;
  const host = given.CONTROL_PLANE_HOST;
  if (
    host !== undefined &&
    [new URL(derived.appOrigin).host, new URL(derived.appOrigin).hostname].includes(host)
  )
    problems.push('CONTROL_PLANE_HOST must not be the host of APP_ORIGIN in production');
  // Required while the platform may still be public: making it private must not lock the operators out.
  if (host !== undefined && given.CONTROL_PLANE_ALLOWED_CIDRS === undefined)
    problems.push(
      'CONTROL_PLANE_ALLOWED_CIDRS is required when CONTROL_PLANE_HOST is set: networks, or open',
    );
  if (given.MAIL_URL !== undefined && given.MAIL_FROM.endsWith('@tamga.localhost'))
    problems.push('MAIL_FROM must not be the development default in production');
}
