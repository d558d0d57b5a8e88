import type { Text } from '../../../kernel/http/language.ts';

/**
 * Sentences by the action of their event. `{actor}` is the person who acted, `{person:target}` the name of something
 * that an id names, `{code}` a field of the metadata, `{active|true=opened|false=closed}` a word chosen by it; text in
 * brackets is left out where one of its fields is empty.
 */
export type Sentences = Readonly<Record<string, Text>>;

export const kinds = [
  'person',
  'application',
  'organisation',
  'service',
  'passport',
  'client',
  'role',
] as const;
export type Kind = (typeof kinds)[number];

export interface Slot {
  readonly field: string;
  readonly kind?: Kind;
  readonly choices?: ReadonlyMap<string, string>;
}

export type Piece = string | Slot | readonly (string | Slot)[];

const token = /\[([^[\]]*)\]|\{([^{}]*)\}/g;

export function parseSentence(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const found of text.matchAll(token)) {
    pieces.push(text.slice(end, found.index));
    const [whole, optional, slot] = found;
    if (optional !== undefined) pieces.push(parseSentence(optional) as (string | Slot)[]);
    else pieces.push(parseSlot(slot ?? ''));
    end = found.index + whole.length;
  }
  pieces.push(text.slice(end));
  return pieces.filter((piece) => piece !== '');
}

function parseSlot(text: string): Slot {
  const [name = '', ...choices] = text.split('|');
  if (name === 'actor' || name === 'giver') return { field: name, kind: 'person' };
  const [kind, field] = name.split(':');
  if (field !== undefined) return { field, kind: kind as Kind };
  if (choices.length === 0) return { field: name };
  const pairs = choices.map((choice) => choice.split('=') as [string, string]);
  return { field: name, choices: new Map(pairs) };
}

export function slotsOf(pieces: readonly Piece[]): Slot[] {
  return pieces.flatMap((piece) =>
    typeof piece === 'string' ? [] : 'field' in piece ? [piece] : slotsOf(piece),
  );
}
