import type { CloudFile } from './accounts.ts';

type Test = (file: CloudFile) => boolean;

const LITERAL = String.raw`'((?:[^'\\]|\\.)*)'`;
const unquote = (text: string) => text.replace(/\\(.)/g, '$1');
const words = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u);

/** The clauses of Drive's search language that applications of this platform use. */
const clauses: [RegExp, (...given: string[]) => Test][] = [
  [/^trashed ?= ?false/, () => () => true],
  [new RegExp(`^mimeType ?= ?${LITERAL}`), (type) => (file) => file.type === type],
  [
    new RegExp(`^not mimeType contains ${LITERAL}`),
    (type = '') =>
      (file) =>
        !file.type.startsWith(type),
  ],
  // Drive finds the beginnings of words.
  [
    new RegExp(`^name contains ${LITERAL}`),
    (text = '') =>
      (file) =>
        words(text).every((asked) => words(file.name).some((word) => word.startsWith(asked))),
  ],
  [new RegExp(`^name ?= ?${LITERAL}`), (name) => (file) => file.name === name],
  [
    new RegExp(`^${LITERAL} in parents`),
    (parent = '') =>
      (file) =>
        file.parents.includes(parent),
  ],
  [
    new RegExp(`^appProperties has \\{ ?key ?= ?${LITERAL} and value ?= ?${LITERAL} ?\\}`),
    (key = '', value) =>
      (file) =>
        file.appProperties[key] === value,
  ],
];

/** Undefined when the query is not understood, which Drive answers with 400. */
export function readDriveQuery(query: string): Test | undefined {
  const tests: Test[] = [];
  for (let rest = query.trim(); rest !== ''; ) {
    const found = clauses
      .map(([form, make]) => ({ match: form.exec(rest), make }))
      .find(({ match }) => match);
    if (found?.match === undefined || found.match === null) return undefined;
    tests.push(found.make(...found.match.slice(1).map((text) => unquote(text))));
    rest = rest.slice(found.match[0].length).trim();
    if (rest === '') break;
    if (!rest.startsWith('and ')) return undefined;
    rest = rest.slice(4).trim();
  }
  return (file) => tests.every((test) => test(file));
}
