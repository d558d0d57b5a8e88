/** The properties of a metadata packet by their full names, each in one written form. */
export type Properties = ReadonlyMap<string, string>;

interface Element {
  name: string;
  attributes: Map<string, string>;
  children: (Element | string)[];
}

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const XMPMETA = 'adobe:ns:meta/';
const XMLNS = 'http://www.w3.org/2000/xmlns/';
const DEEPEST = 32;

/**
 * Reads XMP (ISO 16684-1) by its meaning: programs write the same properties as elements or attributes, with other
 * prefixes and in another order. Undefined for what is not understood: comments, entities of its own, a property twice.
 */
export function readProperties(packet: Buffer): Properties | undefined {
  const text = decode(packet);
  const root = text === undefined ? undefined : new XmlReader(text).document();
  if (!root) return undefined;
  const [inner, ...others] = root.name === `${XMPMETA} xmpmeta` ? elementsOf(root) : [root];
  if (inner?.name !== `${RDF} RDF` || others.length > 0 || inner.attributes.size > 0) return undefined;
  const properties = new Map<string, string>();
  for (const description of elementsOf(inner)) {
    if (description.name !== `${RDF} Description` || hasText(description)) return undefined;
    const about = description.attributes.get(`${RDF} about`) ?? '';
    const stated = [
      ...[...description.attributes].filter(([name]) => name !== `${RDF} about`),
      ...elementsOf(description).map((element): [string, string] => [element.name, formOf(element)]),
    ];
    for (const [name, value] of stated) {
      const key = `${about} ${name}`;
      if (properties.has(key) || name.startsWith(RDF)) return undefined;
      properties.set(key, value);
    }
  }
  return properties;
}

/** The name of a property about the document itself. */
export const propertyOf = (namespace: string, name: string): string => ` ${namespace} ${name}`;

function decode(packet: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(packet);
  } catch {
    return undefined;
  }
}

const elementsOf = ({ children }: Element): Element[] =>
  children.filter((child) => typeof child !== 'string');
const hasText = ({ children }: Element): boolean =>
  children.some((child) => typeof child === 'string' && child.trim() !== '');

/** A text alone is the same as an attribute; everything else keeps its structure. */
function formOf(element: Element): string {
  const inner = elementsOf(element);
  const text = element.children.filter((child) => typeof child === 'string').join('');
  if (inner.length === 0 && element.attributes.size === 0) return text;
  return JSON.stringify(treeOf(element));
}

function treeOf(element: Element): unknown[] {
  const inner = elementsOf(element);
  const isMixed = inner.length === 0 || hasText(element);
  const children = (isMixed ? element.children : inner).map((child) =>
    typeof child === 'string' ? child : treeOf(child),
  );
  return [element.name, [...element.attributes].toSorted(([a], [b]) => (a < b ? -1 : 1)), children];
}

type Prefixes = ReadonlyMap<string, string>;

const NAME = /^[A-Za-z_][\w.-]*(:[A-Za-z_][\w.-]*)?$/;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const BLANK = ' \t\r\n';

class Unclear extends Error {}

/** The part of XML that metadata needs, strictly. */
class XmlReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): Element | undefined {
    try {
      this.#skipPackets();
      const root = this.#element(new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]), 0);
      this.#skipPackets();
      return this.#at === this.#text.length ? root : undefined;
    } catch (error) {
      if (error instanceof Unclear) return undefined;
      throw error;
    }
  }

  #starts(part: string): boolean {
    return this.#text.startsWith(part, this.#at);
  }

  #take(part: string): void {
    if (!this.#starts(part)) throw new Unclear(part);
    this.#at += part.length;
  }

  #until(part: string): string {
    const end = this.#text.indexOf(part, this.#at);
    if (end < 0) throw new Unclear(part);
    const found = this.#text.slice(this.#at, end);
    this.#at = end + part.length;
    return found;
  }

  #skipBlank(): void {
    while (this.#at < this.#text.length && BLANK.includes(this.#text[this.#at] ?? '-')) this.#at += 1;
  }

  /** The wrapper of the packet says nothing about the document. */
  #skipPackets(): void {
    for (this.#skipBlank(); this.#starts('<?'); this.#skipBlank()) {
      if (!this.#starts('<?xpacket ')) throw new Unclear('instruction');
      if (this.#until('?>').includes('<', 1)) throw new Unclear('instruction');
    }
  }

  #element(outer: Prefixes, depth: number): Element {
    if (depth > DEEPEST) throw new Unclear('depth');
    this.#take('<');
    const name = this.#name();
    const written = new Map<string, string>();
    for (this.#skipBlank(); !this.#starts('>') && !this.#starts('/>'); this.#skipBlank()) {
      const key = this.#name();
      this.#take('=');
      const quote = this.#text[this.#at] ?? '';
      if ((quote !== '"' && quote !== "'") || written.has(key)) throw new Unclear('attribute');
      this.#at += 1;
      written.set(key, textOf(this.#until(quote)));
    }
    const prefixes = new Map(outer);
    for (const [key, value] of written) if (key.startsWith('xmlns:')) prefixes.set(key.slice(6), value);
    const attributes = new Map<string, string>();
    for (const [key, value] of written) {
      if (key.startsWith('xmlns:')) continue;
      const full = fullName(prefixes, key);
      if (attributes.has(full)) throw new Unclear('attribute');
      attributes.set(full, value);
    }
    const element: Element = { name: fullName(prefixes, name), attributes, children: [] };
    if (this.#starts('/>')) this.#at += 2;
    else this.#content(element, name, prefixes, depth);
    return element;
  }

  #content(element: Element, name: string, prefixes: Prefixes, depth: number): void {
    this.#take('>');
    for (;;) {
      const text = this.#until('<');
      if (text !== '') element.children.push(textOf(text));
      if (this.#starts('/')) break;
      this.#at -= 1;
      element.children.push(this.#element(prefixes, depth + 1));
    }
    this.#take(`/${name}`);
    this.#skipBlank();
    this.#take('>');
  }

  #name(): string {
    const start = this.#at;
    while (this.#at < this.#text.length && !`${BLANK}=/><`.includes(this.#text[this.#at] ?? '>'))
      this.#at += 1;
    const name = this.#text.slice(start, this.#at);
    if (!NAME.test(name) || name === 'xmlns') throw new Unclear('name');
    return name;
  }
}

/** A name without a prefix belongs to nothing that XMP knows. */
function fullName(prefixes: Prefixes, name: string): string {
  const [prefix = '', local = ''] = name.split(':');
  const namespace = prefixes.get(prefix);
  if (!local || !namespace || namespace === XMLNS) throw new Unclear('prefix');
  return `${namespace} ${local}`;
}

function textOf(written: string): string {
  if (written.includes('<')) throw new Unclear('text');
  const [first = '', ...rest] = written.split('&');
  return rest.reduce((text, part) => {
    const end = part.indexOf(';');
    const entity = part.slice(0, Math.max(end, 0));
    const number = /^#(\d{1,7}|x[\da-fA-F]{1,6})$/.exec(entity)?.[1];
    const code = number === undefined ? undefined : Number(number.startsWith('x') ? `0${number}` : number);
    const plain =
      code !== undefined && code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ENTITIES[entity];
    if (end < 0 || plain === undefined) throw new Unclear('entity');
    return text + plain + part.slice(end + 1);
  }, first);
}
