const KEY = 'TAMGA_TOOL_KEY';

/** Settings with this platform's address, but never with the key: such files are shared and committed. */
export function buildToolSnippets(origin: string): { file: string; text: string }[] {
  const server = { type: 'http', url: `${origin}/mcp`, headers: { Authorization: `Bearer \${${KEY}}` } };
  return [
    { file: 'mcp.json', text: `${JSON.stringify({ mcpServers: { tamga: server } }, null, 2)}\n` },
    {
      file: 'shell',
      text: `curl ${origin}/api/v1/tools/host_status \\
  -H "x-api-key: $${KEY}" \\
  -H "content-type: application/json" \\
  -d '{"detailed": true}'
`,
    },
  ];
}
