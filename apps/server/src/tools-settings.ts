import { integer, list, outside, secret, secrets, text, word } from './setting-forms.ts';

/** Settings of the tools of AI assistants. */

export const toolForms = {
  TOOLS_API_KEYS: secrets(
    'Keys of assistants, `secret` or `name:secret`; more are made with `tamga tools key create`.',
  ),
  TOOLS_ALLOWED_COMMANDS: list(
    'Programs execute_command and skills may run (security.allowedCommands). Interpreters stay refused.',
    [
      ...['uptime', 'df', 'free', 'uname', 'hostname', 'date', 'whoami', 'id', 'ps', 'ls', 'du'],
      ...['stat', 'head', 'tail', 'wc', 'cat'],
    ],
  ),
  TOOLS_ALLOWED_OPTIONS: list(
    'Options of allowed programs that Tamga has no rules for, as `program:option`, such as `lsblk:-f`.',
    [],
  ),
  TOOLS_CWD_ROOTS: list(
    'Directories commands may work in and look into (security.allowedCwdRoots). Default: DATA_DIR/tools.',
    [],
  ),
  TOOLS_COMMAND_TIMEOUT_MS: integer(
    100,
    60000,
    10000,
    'After this long a command is killed with everything it started (security.commandTimeoutMs).',
  ),
  MCP_ALLOWED_HOSTS: list(
    'Further host names of /mcp, beside those of APP_ORIGIN, BACKEND_URL and ALLOWED_ORIGINS.',
    [],
  ),
  MCP_CLIENTS: word(
    ['registered', 'documents', 'dynamic'],
    'Assistants that may ask an administrator for the tools: registered applications alone; also those that publish an https document about themselves; or also those that register themselves.',
    'documents',
  ),
  AI_EMBEDDING_URL: outside(
    'Endpoint that turns texts into vectors, ending with /embeddings. Default: the one of AI_API_BASE when AI_EMBEDDING_MODEL is set; otherwise texts are searched by words.',
  ),
  AI_EMBEDDING_MODEL: text(
    200,
    'Model that turns texts into vectors. Default with AI_EMBEDDING_URL: text-embedding-3-small.',
  ),
  AI_EMBEDDING_MIN_PERCENT: integer(
    1,
    100,
    50,
    'Similarity of a question and a passage (cosine, percent) from which a passage without a common word is found. Models differ: measure yours.',
  ),
  AI_EMBEDDING_KEY: secret('Our key at AI_EMBEDDING_URL. Default at AI_API_BASE: AI_API_KEY.'),
};
