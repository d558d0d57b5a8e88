import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Module } from '../kernel/module.ts';
import type { EmbeddingPort } from '../kernel/search/embedding-port.ts';
import type { BrandingMemory } from '../modules/site/index.ts';
import { tools } from '../modules/tools/index.ts';
import type { AppParts } from './app-parts.ts';
import { createLimiter } from './limiter.ts';

/** The tools of AI assistants. */
export function assistantTools(
  parts: AppParts,
  deps: { logger: Logger; version: string; embedding: EmbeddingPort | undefined; branding: BrandingMemory },
): Module {
  const { config, database, now } = parts;
  return tools({
    ...parts,
    branding: deps.branding,
    embedding: deps.embedding,
    version: deps.version,
    limiter: createLimiter(config, database, now),
    onFailure: (tool, error) => deps.logger.error({ tool, err: error }, 'a tool failed'),
    origin: config.appOrigin,
    issuer: config.issuer?.origin,
    dataDir: config.DATA_DIR,
    environmentKeys: config.TOOLS_API_KEYS,
    mcp: { hosts: hostsOf(config), origins: [config.appOrigin, ...config.allowedOrigins] },
    commands: {
      allowed: config.TOOLS_ALLOWED_COMMANDS,
      extraOptions: config.TOOLS_ALLOWED_OPTIONS,
      roots: config.TOOLS_CWD_ROOTS.length > 0 ? config.TOOLS_CWD_ROOTS : [join(config.DATA_DIR, 'tools')],
      timeoutMs: config.TOOLS_COMMAND_TIMEOUT_MS,
    },
  });
}

/** Host names of this server, as far as its settings tell. */
function hostsOf(config: Config): string[] {
  const addresses = [config.appOrigin, config.backendUrl, config.issuer?.origin, ...config.allowedOrigins];
  const known = addresses.filter((address) => address !== undefined && URL.canParse(address));
  return [
    ...known.map((address) => new URL(address ?? '').hostname),
    ...config.MCP_ALLOWED_HOSTS.map((name) => name.toLowerCase()),
    config.HOST.toLowerCase(),
  ];
}
