import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { parseSync } from '@swc/core';
import { toUnicodeSet } from 'regexp-ast-analysis';
import { analyse } from 'scslre';

type CharSet = ReturnType<typeof toUnicodeSet>['chars'];

export interface Pattern {
  source: string;
  flags: string;
}

/** Patterns of a file, and how many more it builds from variables. */
export interface Found {
  patterns: Pattern[];
  built: number;
}

/** Every literal, `new RegExp('…')` and `pattern: '…'` of TypeBox and JSON Schema. */
export function findPatterns(text: string, isJsx: boolean): Found {
  const found: Found = { patterns: [], built: 0 };
  const { body } = parseSync(text, { syntax: 'typescript', tsx: isJsx, target: 'esnext' });
  const constants = readConstants(body as unknown as Node[]);
  const add = (value: Node | undefined, flags: string) => {
    const source = textOf(value, constants);
    if (source === undefined) found.built += 1;
    else found.patterns.push({ source, flags });
  };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(each);
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
    const { type, callee, arguments: given, key, value } = node as Node;
    if (type === 'RegExpLiteral') found.patterns.push(literalOf(node as Node));
    if ((type === 'NewExpression' || type === 'CallExpression') && callee?.value === 'RegExp')
      add(given?.[0]?.expression, textOf(given?.[1]?.expression, constants) ?? '');
    if (
      type === 'KeyValueProperty' &&
      key?.value === 'pattern' &&
      typeof value === 'object' &&
      value.type !== 'ObjectExpression'
    )
      add(value, 'u');
    for (const [name, child] of Object.entries(node)) if (name !== 'span') visit(child);
  };
  visit(body);
  return found;
}

interface Node {
  type: string;
  callee?: Node;
  arguments?: { expression?: Node }[];
  key?: Node;
  value?: Node | string;
  pattern?: string;
  flags?: string;
  expressions?: Node[];
  declaration?: Node;
  declarations?: Node[];
  id?: Node;
  init?: Node;
  object?: Node;
  property?: Node;
  left?: Node;
  right?: Node;
  quasis?: { cooked?: string }[];
}

const literalOf = ({ pattern = '', flags = '' }: Node): Pattern => ({ source: pattern, flags });

type Constants = ReadonlyMap<string, string>;

/** Texts and patterns with a name at the top of the file. */
function readConstants(body: readonly Node[]): Constants {
  const constants = new Map<string, string>();
  for (const { declaration, declarations = declaration?.declarations ?? [] } of body)
    for (const { id, init } of declarations) {
      const text = init?.type === 'RegExpLiteral' ? init.pattern : textOf(init, constants);
      if (typeof id?.value === 'string' && text !== undefined) constants.set(id.value, text);
    }
  return constants;
}

function textOf(node: Node | undefined, constants: Constants): string | undefined {
  switch (node?.type) {
    case 'StringLiteral':
      return String(node.value);
    case 'Identifier':
      return constants.get(String(node.value));
    case 'MemberExpression':
      return node.property?.value === 'source' ? textOf(node.object, constants) : undefined;
    case 'BinaryExpression':
      return join([textOf(node.left, constants), textOf(node.right, constants)]);
    case 'TemplateLiteral':
      return join(
        (node.quasis ?? []).flatMap(({ cooked = '' }, at) => {
          const value = node.expressions?.[at];
          return value === undefined ? [cooked] : [cooked, textOf(value, constants)];
        }),
      );
    default:
      return undefined;
  }
}

const join = (parts: readonly (string | undefined)[]): string | undefined =>
  parts.every((part) => part !== undefined) ? parts.join('') : undefined;

/** Why a hostile text makes this pattern take more than linear time; undefined when nothing was found. */
export function findBacktracking({ source, flags }: Pattern): string | undefined {
  const [report] = analyse({ source, flags }, { maxReports: 1 }).reports;
  if (report !== undefined)
    return report.type === 'Move' ? 'every place is a new start' : 'two parts take the same text';
  return hasCommonStarts({ source, flags }) ? 'its beginning may be repeated inside its middle' : undefined;
}

/**
 * `!\[[^\]]*\]` on `![![![…`: each beginning is tried and reads to the end. The library sees this only where the
 * beginning is one character.
 */
function hasCommonStarts({ source, flags }: Pattern): boolean {
  if (flags.includes('y')) return false;
  const { pattern, flags: parsed } = parseLiteral(source, flags);
  return pattern.alternatives.some(({ elements }) => startsInside(flatten(elements), parsed));
}

function parseLiteral(source: string, flags: string) {
  const parser = new RegExpParser();
  const parsed = parser.parseFlags(flags);
  const pattern = parser.parsePattern(source, 0, source.length, {
    unicode: parsed.unicode,
    unicodeSets: parsed.unicodeSets,
  });
  return { pattern, flags: parsed };
}

/** Groups of one alternative are read as their content. */
const flatten = (elements: readonly AST.Element[]): AST.Element[] =>
  elements.flatMap((element) =>
    (element.type === 'Group' || element.type === 'CapturingGroup') && element.alternatives.length === 1
      ? flatten(element.alternatives[0]?.elements ?? [])
      : [element],
  );

const isSingle = (element: AST.Element): element is AST.Character | AST.CharacterClass | AST.CharacterSet =>
  element.type === 'Character' || element.type === 'CharacterClass' || element.type === 'CharacterSet';

function startsInside(elements: readonly AST.Element[], flags: AST.Flags): boolean {
  const beginning: CharSet[] = [];
  for (const [at, element] of elements.entries()) {
    if (isSingle(element)) beginning.push(toUnicodeSet(element, flags).chars);
    else if (element.type !== 'Quantifier' || !isSingle(element.element)) return false;
    else if (element.max !== Number.POSITIVE_INFINITY) return false;
    else {
      const middle = toUnicodeSet(element.element, flags).chars;
      const mayFail = elements.slice(at + 1).some((rest) => rest.type !== 'Quantifier' || rest.min > 0);
      return beginning.length > 0 && mayFail && beginning.every((set) => !set.isDisjointWith(middle));
    }
  }
  return false;
}
