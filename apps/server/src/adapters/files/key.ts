/** Keys are ids that we create; no input from outside becomes part of a path. */
const keyForm = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;

export const isKey = (name: string): boolean => keyForm.test(name);

export function checkKey(key: string): string {
  if (!isKey(key)) throw new Error('a key of a file is not an id');
  return key;
}

/** The name of a tiny object that proves that a store takes files; no list shows it. */
export const probeKey = '.tamga-probe';
