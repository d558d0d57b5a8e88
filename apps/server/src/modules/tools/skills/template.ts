import { requireAllowed, requireArguments } from '../commands/execute.ts';
import { tokenize } from '../commands/tokenizer.ts';
import { refuse } from '../tool.ts';

export interface Template {
  /** Tokens with their placeholders; their number never changes. */
  readonly argv: readonly string[];
  readonly params: readonly string[];
}

const placeholder = /\{\{([^{}]*)\}\}/g;
const placeholderName = /^[A-Za-z][A-Za-z0-9_]{0,31}$/;
const maxParams = 16;
const maxValueLength = 1024;

const isWhole = (token: string) => /^\{\{[^{}]*\}\}$/.test(token);
const hasPlaceholder = (token: string) => token.includes('{{');

/** Contract 14.7: split once, here; values of a caller only fill the placeholders of these tokens. */
export function readTemplate(
  deps: { allowed: readonly string[]; extraOptions: readonly string[] },
  text: string,
): Template {
  const tokens = tokenize(text, { placeholders: true });
  if (!tokens.ok) refuse(tokens.code, tokens.message);
  const [name, ...args] = tokens.argv;
  if (name === undefined) refuse('invalid_params', 'the template is empty');
  if (tokens.argv.length > 64) refuse('invalid_params', 'a command has at most 64 arguments');
  if (hasPlaceholder(name)) refuse('invalid_params', 'the program itself cannot be a placeholder');
  const params = new Set<string>();
  for (const token of args) {
    if (/\{\{|\}\}/.test(token.replace(placeholder, '')))
      refuse('invalid_params', 'braces in a template stand around the name of a parameter');
    for (const [, param = ''] of token.matchAll(placeholder)) {
      if (!placeholderName.test(param) || param === 'cwd')
        refuse('invalid_params', `${JSON.stringify(param.slice(0, 40))} is no name for a parameter`);
      params.add(param);
    }
  }
  if (params.size > maxParams) refuse('invalid_params', `a template has at most ${maxParams} parameters`);
  requireArguments(requireAllowed(deps, name), args, hasPlaceholder);
  return { argv: tokens.argv, params: [...params] };
}

/** Contract 14.8: the arguments of one call. */
export function fillTemplate(
  template: Template,
  values: Readonly<Record<string, string | number | boolean>>,
): readonly string[] {
  const texts = new Map<string, string>();
  for (const param of template.params) {
    const value = Object.hasOwn(values, param) ? values[param] : undefined;
    if (value === undefined) refuse('missing_param', `the parameter ${param} is missing`);
    const text = String(value);
    if (text.length > maxValueLength)
      refuse('invalid_params', `${param} has more than ${maxValueLength} characters`);
    if (/[\0\r\n]/.test(text) || !text.isWellFormed())
      refuse('invalid_params', `${param} must be one line of text`);
    texts.set(param, text);
  }
  const extra = Object.keys(values).find((name) => !template.params.includes(name));
  if (extra !== undefined)
    refuse('unknown_param', `there is no parameter ${JSON.stringify(extra.slice(0, 40))}`);
  return template.argv.map((token) => {
    const filled = token.replace(placeholder, (_, param: string) => texts.get(param) ?? '');
    // A value at the start of a token could otherwise turn an intended argument into an option.
    if (token.startsWith('{{') && filled.startsWith('-'))
      refuse('invalid_params', 'a value that begins an argument may not begin with -');
    if (isWhole(token) && filled === '') refuse('invalid_params', 'a value is empty');
    return filled;
  });
}
