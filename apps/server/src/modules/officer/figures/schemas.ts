import { Day, oneOf, type Static, strict, Type } from '../../../kernel/http/schemas.ts';

export const FiguresQuery = strict({ weeks: Type.Optional(oneOf('4', '12', '26', '52')) });
export type FiguresQuery = Static<typeof FiguresQuery>;

const hours = Type.Union([Type.Number(), Type.Null()]);
/** Hours from submission to decision; null without a decision. */
const decided = {
  decided: Type.Integer(),
  decided_late: Type.Integer(),
  median_hours: hours,
  p90_hours: hours,
};

export const FiguresView = Type.Object({
  open: Type.Integer(),
  late: Type.Integer(),
  ...decided,
  services: Type.Array(
    Type.Object({
      code: Type.String(),
      name: Type.String(),
      open: Type.Integer(),
      late: Type.Integer(),
      ...decided,
    }),
  ),
  /** By the Monday of the week, oldest first, weeks without a decision included. */
  weeks: Type.Array(Type.Object({ week: Day, ...decided })),
});
export type FiguresView = Static<typeof FiguresView>;

export const figureNames = { TeamFigures: FiguresView };
