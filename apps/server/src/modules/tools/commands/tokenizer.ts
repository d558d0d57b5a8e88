/**
 * The reason why a text is no command: shell syntax that is not interpreted here, or a character that no
 * argument may contain.
 */
export type Tokens =
  | { readonly ok: true; readonly argv: readonly string[] }
  | { readonly ok: false; readonly code: 'shell_syntax' | 'invalid_params'; readonly message: string };

export interface TokenizerOptions {
  /** Templates of skills may contain `{{name}}`; other braces are refused. */
  readonly placeholders?: boolean;
}

const blanks = new Set([' ', '\t']);
const shellSyntax = new Set('|&;<>()$`\n\r*?[]{}~');
/** Characters that a backslash escapes inside double quotes; before any other it is a plain character. */
const escapedInQuotes = new Set(['"', '\\', '$', '`']);
const placeholder = /\{\{[^{}\s'"\\]*\}\}/y;

const refuse = (message: string): Tokens => ({ ok: false, code: 'shell_syntax', message });

/**
 * Splits a text into arguments: blanks separate, quotes and backslashes group. There is no shell, so shell
 * syntax is refused instead of being passed on with another meaning than it seems to have.
 */
export function tokenize(text: string, options: TokenizerOptions = {}): Tokens {
  if (text.includes('\0'))
    return { ok: false, code: 'invalid_params', message: 'a NUL character is refused' };
  if (!text.isWellFormed())
    return { ok: false, code: 'invalid_params', message: 'the text holds half a character' };
  const argv: string[] = [];
  let token: string | undefined;
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    if (blanks.has(character)) {
      if (token !== undefined) argv.push(token);
      token = undefined;
      at += 1;
      continue;
    }
    const piece = readPiece(text, at, options);
    if (typeof piece === 'string') return refuse(piece);
    token = (token ?? '') + piece.text;
    at = piece.end;
  }
  if (token !== undefined) argv.push(token);
  return { ok: true, argv };
}

interface Piece {
  readonly text: string;
  readonly end: number;
}

/** The piece at `at` up to where another rule begins, or the reason for its refusal. */
function readPiece(text: string, at: number, options: TokenizerOptions): Piece | string {
  const character = text.charAt(at);
  if (character === "'") return readSingleQuoted(text, at);
  if (character === '"') return readDoubleQuoted(text, at);
  if (character === '\\') {
    const next = text.codePointAt(at + 1);
    if (next === undefined) return 'a back-slash at the end escapes nothing';
    const escaped = String.fromCodePoint(next);
    if (escaped === '\n' || escaped === '\r') return 'a command is one line';
    return { text: escaped, end: at + 1 + escaped.length };
  }
  if (options.placeholders === true && character === '{') {
    placeholder.lastIndex = at;
    const found = placeholder.exec(text)?.[0];
    if (found !== undefined) return { text: found, end: at + found.length };
  }
  if (shellSyntax.has(character))
    return character === '\n' || character === '\r'
      ? 'a command is one line'
      : `${character} means something to a shell, and there is none here; quote it to pass it as it is`;
  return { text: character, end: at + 1 };
}

function readSingleQuoted(text: string, at: number): Piece | string {
  const end = text.indexOf("'", at + 1);
  return end < 0 ? 'a single quote is not closed' : { text: text.slice(at + 1, end), end: end + 1 };
}

function readDoubleQuoted(text: string, at: number): Piece | string {
  let inner = '';
  for (let next = at + 1; next < text.length; next += 1) {
    const character = text.charAt(next);
    if (character === '"') return { text: inner, end: next + 1 };
    if (character === '\\' && escapedInQuotes.has(text.charAt(next + 1))) {
      next += 1;
      inner += text.charAt(next);
    } else inner += character;
  }
  return 'a double quote is not closed';
}
