import { type Actor, type CallerFacts, type Gate, roleIds } from './actor.ts';
import { fail, kernelErrors } from './errors.ts';

/** The access rule of a row; `word` is the term in docs/spec/endpoints.tsv. */
export interface Access<A extends object | null = object | null> {
  readonly word: string;
  readonly why?: string;
  /** The rule itself requires a recent second factor. */
  readonly freshProof?: true;
  readonly kind: 'open' | 'person' | 'observer' | 'other';
  /** Runs before limits and the method check, because a refused caller must not learn that the address exists. */
  readonly preAccess?: (caller: CallerFacts) => void | Promise<void>;
  /** Throws when the caller has no access; resolves to the actor, if there is one. */
  readonly admit: (gate: Gate, caller: CallerFacts) => A | Promise<A>;
}

/** No identity is required; the access matrix prints `why`. */
export function open(why: string, word = 'public'): Access<null> {
  return { word, why, kind: 'open', admit: () => null };
}

export const signedIn: Access<Actor> = {
  word: 'auth',
  kind: 'person',
  admit: (gate, caller) => gate.authenticate(caller.headers.authorization),
};

export function permission(key: string, word = key): Access<Actor> {
  return {
    word,
    kind: 'person',
    admit: async (gate, caller) => {
      const actor = await gate.authenticate(caller.headers.authorization);
      if (!(await gate.permissions(actor)).has(key)) fail(kernelErrors.forbidden, { detail: `lacks ${key}` });
      return actor;
    },
  };
}

/** The named role or a higher one. */
export function role(atLeast: 'superadmin' | 'admin' | 'manager'): Access<Actor> {
  return {
    word: atLeast,
    kind: 'person',
    admit: async (gate, caller) => {
      const actor = await gate.authenticate(caller.headers.authorization);
      if (actor.roleId > roleIds[atLeast]) fail(kernelErrors.forbidden, { detail: `is not ${atLeast}` });
      return actor;
    },
  };
}

/** Operational pages: in production a wrong or missing token gets a plain 404, which hides that they exist. */
export const observer: Access<null> = {
  word: 'observability-token',
  kind: 'observer',
  admit: (gate, caller) => {
    if (!gate.mayObserve(caller.headers.authorization)) fail(kernelErrors.not_found);
    return null;
  },
};

/** A rule of one module, such as the operator console's; the access matrix prints `word` and `why`. */
export function other<A extends object | null>(
  word: string,
  why: string,
  admit: (caller: CallerFacts) => A | Promise<A>,
  preAccess?: Access['preAccess'],
): Access<A> {
  const rule: Access<A> = { word, why, kind: 'other', admit: (_gate, caller) => admit(caller) };
  return preAccess === undefined ? rule : { ...rule, preAccess };
}
