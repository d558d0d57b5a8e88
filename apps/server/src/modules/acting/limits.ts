import type { ActingLimits, ActingPurpose, Party } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { ReceivedAuthorisation } from './authorisation-port.ts';

const authorisable = ['apply', 'pay', 'book'] as const;

/** Several authorisations of one grantor add up: each names its acts and its services. */
export function limitsOf(received: readonly ReceivedAuthorisation[]): ActingLimits {
  const limits: Partial<Record<(typeof authorisable)[number], '*' | string[]>> = {};
  for (const act of authorisable) {
    const given = received.filter(({ purposes }) => purposes.includes(act));
    if (given.some(({ serviceIds }) => serviceIds === null)) limits[act] = '*';
    else if (given.length > 0) limits[act] = given.flatMap(({ serviceIds }) => serviceIds ?? []);
  }
  return limits;
}

/**
 * The one check of limits. Looking needs any right for the service; an act that belongs to no service needs a right for
 * every service.
 */
export function allow(party: Party, act: ActingPurpose, serviceId: string | null): void {
  if (!isAllowed(party, act, serviceId)) fail(kernelErrors.acting_not_allowed);
}

export function isAllowed(
  { purposes, limits }: Party,
  act: ActingPurpose,
  serviceId: string | null,
): boolean {
  if (!purposes.includes(act)) return false;
  if (limits === undefined) return true;
  const covers = (services: '*' | readonly string[] | undefined): boolean =>
    services === '*' || (serviceId !== null && services?.includes(serviceId) === true);
  return act === 'view' ? Object.values(limits).some(covers) : act !== 'sign' && covers(limits[act]);
}
