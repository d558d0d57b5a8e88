/** Names have a prefix of `namespaces`; attributes have none. */
export interface XmlElement {
  name: `${Prefix}:${string}`;
  attributes: Readonly<Record<string, string>>;
  children: readonly (XmlElement | string)[];
}

export const namespaces = {
  ds: 'http://www.w3.org/2000/09/xmldsig#',
  tsl: 'http://uri.etsi.org/02231/v2#',
  vr: 'http://uri.etsi.org/19102/v1.4.1#',
  xades: 'http://uri.etsi.org/01903/v1.3.2#',
} as const;
type Prefix = keyof typeof namespaces;

type Child = XmlElement | string | undefined;

export const element = (
  name: XmlElement['name'],
  given: Readonly<Record<string, string>> | null,
  ...children: readonly Child[]
): XmlElement => ({
  name,
  attributes: given ?? {},
  children: children.filter((child) => child !== undefined),
});

/**
 * Exclusive canonical XML 1.0 (without comments). Whatever is written in this form is canonical as it stands, so a
 * signature over it needs no canonicalisation of text that somebody else wrote.
 */
export function canonical(node: XmlElement, inScope: ReadonlySet<string> = new Set()): string {
  const [prefix] = node.name.split(':') as [Prefix];
  const declaration = inScope.has(prefix) ? '' : ` xmlns:${prefix}="${namespaces[prefix]}"`;
  const attributes = Object.entries(node.attributes)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => ` ${name}="${escaped(value, ATTRIBUTE_ESCAPES)}"`)
    .join('');
  const within = new Set([...inScope, prefix]);
  const content = node.children.map((child) =>
    typeof child === 'string' ? escaped(child, TEXT_ESCAPES) : canonical(child, within),
  );
  return `<${node.name}${declaration}${attributes}>${content.join('')}</${node.name}>`;
}

const TEXT_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '&#xD;',
};
const ATTRIBUTE_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};

/** XML 1.0 has no form for other characters at all. */
const escaped = (text: string, escapes: Readonly<Record<string, string>>): string =>
  [...text.toWellFormed()]
    .map((letter) => escapes[letter] ?? (isXmlCharacter(letter.codePointAt(0) ?? 0) ? letter : ' '))
    .join('');

const isXmlCharacter = (code: number): boolean =>
  code === 9 || code === 10 || code === 13 || (code >= 0x20 && code !== 0xfffe && code !== 0xffff);
