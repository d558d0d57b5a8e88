import { fail } from '../../kernel/http/errors.ts';
import { errors } from './errors.ts';
import type { Tool, ToolCaller } from './tool.ts';

export const scopeOf = ({ name, builtin }: Pick<Tool, 'name' | 'builtin'>): string =>
  builtin ? `tools:${name}` : 'tools:skills';

export const mayCall = (caller: ToolCaller, tool: Pick<Tool, 'name' | 'builtin'>): boolean =>
  caller.scopes === undefined || caller.scopes.includes(scopeOf(tool));

/** The challenge of RFC 6750, section 3.1: a client with a token can ask the person for the missing scopes. */
export function requireScopes(
  caller: ToolCaller,
  tools: readonly Pick<Tool, 'name' | 'builtin'>[],
  metadataUrl?: string,
): void {
  const missing = new Set(tools.filter((tool) => !mayCall(caller, tool)).map(scopeOf));
  if (missing.size === 0) return;
  const parts = [
    'error="insufficient_scope"',
    `scope="${[...missing].join(' ')}"`,
    ...(metadataUrl === undefined ? [] : [`resource_metadata="${metadataUrl}"`]),
  ];
  fail(errors.insufficient_scope, { headers: { 'www-authenticate': `Bearer ${parts.join(', ')}` } });
}

/** The tools to show. A person's token can be stepped up, so its client sees every tool; other credentials cannot. */
export const visibleTo = (caller: ToolCaller, tools: readonly Tool[]): readonly Tool[] =>
  caller.kind === 'key' || caller.kind === 'application'
    ? tools.filter((tool) => mayCall(caller, tool))
    : tools;
