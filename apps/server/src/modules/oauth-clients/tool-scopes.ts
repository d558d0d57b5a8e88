/** Scopes of the tools at /mcp: one per tool, named after it, and one for all skills, which come and go. */
export const toolScopes = [
  'tools:host_status',
  'tools:execute_command',
  'tools:search_memory',
  'tools:record_insight',
  'tools:rebrand_system',
  'tools:synthesize_skill',
  'tools:skills',
] as const;

export const isToolScope = (scope: string): boolean => (toolScopes as readonly string[]).includes(scope);
