import type { Actor, Gate } from './actor.ts';
import { fail, kernelErrors } from './errors.ts';

/** Who may call a row. `word` is the word of docs/spec/endpoints.tsv. */
export interface Access<A extends Actor | null = Actor | null> {
  readonly word: string;
  readonly why?: string;
  readonly kind: 'open' | 'person' | 'observer';
  /** Throws when the caller may not pass; resolves to the actor where there is one. */
  readonly admit: (gate: Gate, authorization: string | undefined) => A | Promise<A>;
}

/** Nobody needs to be known; `why` is printed in the access matrix. */
export function open(why: string, word = 'public'): Access<null> {
  return { word, why, kind: 'open', admit: () => null };
}

export const signedIn: Access<Actor> = {
  word: 'auth',
  kind: 'person',
  admit: (gate, authorization) => gate.authenticate(authorization),
};

export function permission(key: string, word = key): Access<Actor> {
  return {
    word,
    kind: 'person',
    admit: async (gate, authorization) => {
      const actor = await gate.authenticate(authorization);
      if (!(await gate.permissions(actor)).has(key)) fail(kernelErrors.forbidden, { detail: `lacks ${key}` });
      return actor;
    },
  };
}

const rank: Record<string, number> = { superadmin: 1, admin: 2, manager: 3 };

/** The named role or a higher one. */
export function role(atLeast: 'superadmin' | 'admin' | 'manager'): Access<Actor> {
  return {
    word: atLeast,
    kind: 'person',
    admit: async (gate, authorization) => {
      const actor = await gate.authenticate(authorization);
      if ((rank[actor.roleKey] ?? 4) > (rank[atLeast] ?? 0))
        fail(kernelErrors.forbidden, { detail: `is not ${atLeast}` });
      return actor;
    },
  };
}

/** Operational pages: in production a wrong or missing token sees a plain 404, so that nothing shows they exist. */
export const observer: Access<null> = {
  word: 'observability-token',
  kind: 'observer',
  admit: (gate, authorization) => {
    if (!gate.mayObserve(authorization)) fail(kernelErrors.not_found);
    return null;
  },
};
