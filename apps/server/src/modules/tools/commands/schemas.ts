import { type Static, strict, Type } from '../../../kernel/http/schemas.ts';

const argument = Type.String({ maxLength: 4096, description: 'One argument, passed as it is' });

export const CommandParameters = strict({
  command: Type.Optional(
    Type.String({
      maxLength: 4096,
      description:
        'Plain command line, split on blanks without a shell. Prefer argv. Pipes, redirection, chaining, variables and globs are refused.',
    }),
  ),
  argv: Type.Optional(
    Type.Array(argument, { minItems: 1, maxItems: 64, description: 'The program and its arguments' }),
  ),
  cwd: Type.Optional(
    Type.String({ minLength: 1, maxLength: 4096, description: 'Directory inside the allowed roots' }),
  ),
});
export type CommandParameters = Static<typeof CommandParameters>;

export const commandResult = {
  argv: Type.Array(Type.String()),
  cwd: Type.String(),
  exitCode: Type.Union([Type.Integer(), Type.Null()]),
  signal: Type.Union([Type.String(), Type.Null()]),
  stdout: Type.String(),
  stderr: Type.String(),
  truncated: Type.Boolean(),
  timedOut: Type.Boolean(),
  durationMs: Type.Integer(),
};
export const CommandResult = Type.Object(commandResult);
