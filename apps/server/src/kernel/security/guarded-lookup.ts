import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { AddressGuard } from './address-guard.ts';

/** The name led to an address that may not be called. Never holds the address. */
export class AddressRefused extends Error {
  readonly code = 'ADDRESS_REFUSED';
  constructor() {
    super('the address may not be called');
    this.name = 'AddressRefused';
  }
}

/**
 * Judges the addresses at the moment of connecting, and connects to exactly those: a name that answers differently a
 * second time (DNS rebinding) gains nothing.
 */
export function guardedLookup(guard: AddressGuard | undefined): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '', 0);
      const allowed =
        guard === undefined ? addresses : addresses.filter(({ address }) => guard.allows(address));
      const [first] = allowed;
      if (first === undefined) return callback(new AddressRefused(), '', 0);
      if (options.all === true) return callback(null, allowed, 0);
      callback(null, first.address, first.family);
    });
  };
}
