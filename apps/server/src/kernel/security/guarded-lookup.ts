import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { AddressGuard } from './address-guard.ts';

/** The name resolved to a forbidden address; the error never contains the address. */
export class AddressRefused extends Error {
  readonly code = 'ADDRESS_REFUSED';
  constructor() {
    super('the address may not be called');
    this.name = 'AddressRefused';
  }
}

/** Checks the addresses at connect time and connects to exactly those, so DNS rebinding gains nothing. */
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
