import type { Module } from '../../kernel/module.ts';
import { type ProxyRowsDeps, proxyRows } from './routes.ts';
import { type SignRelayDeps, signRelayMounts } from './sign-relay.ts';

export type { SignRelay } from './sign-relay.ts';

export type EidProxyDeps = ProxyRowsDeps & SignRelayDeps;

/** eID for OAuth clients: the records of their user, and the provider's signature API. */
export function eidProxy(deps: EidProxyDeps): Module {
  const relay = signRelayMounts(deps);
  return {
    name: 'eid-proxy',
    rows: proxyRows(deps),
    mounts: relay.mounts,
    errors: {},
    events: {},
    attach: (http) => void http.addHook('onClose', relay.close),
  };
}
