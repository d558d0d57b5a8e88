import { Day, Id, oneOf, type Static, strict, Type } from '../../kernel/http/schemas.ts';
import { statuses } from '../gov/index.ts';
import { periodNames } from './periods.ts';

export const FiguresQuery = strict({ period: Type.Optional(oneOf(...periodNames)) });

const Series = Type.Object(
  {
    values: Type.Array(Type.Integer(), { description: 'One for each of `points`' }),
    total: Type.Integer(),
    before: Type.Integer({ description: 'The total of the equally long period before' }),
  },
  { description: 'A figure over time' },
);
export type Series = Static<typeof Series>;

export const FiguresView = Type.Object(
  {
    period: oneOf(...periodNames),
    step: oneOf('day', 'month'),
    points: Type.Array(Day),
    counted_to: Type.Integer({
      description: 'Lists of work (late, due soon, overdue, undelivered, dead jobs) are counted up to here',
    }),
    people: Type.Optional(Type.Object({ total: Type.Integer(), joined: Series })),
    sign_ins: Type.Optional(Type.Object({ succeeded: Series, failed: Series })),
    applications: Type.Optional(
      Type.Object({
        submitted: Series,
        approved: Series,
        rejected: Series,
        states: Type.Array(Type.Object({ state: oneOf(...statuses), count: Type.Integer() }), {
          description: 'Of all cases that officers decide',
        }),
      }),
    ),
    deadlines: Type.Optional(Type.Object({ late: Type.Integer(), due_soon: Type.Integer(), missed: Series })),
    unattended: Type.Optional(
      Type.Object(
        {
          cases: Type.Integer(),
          authorities: Type.Array(
            Type.Object({ id: Id, name: Type.String(), name_en: Type.String(), cases: Type.Integer() }),
          ),
        },
        { description: 'Open and undelivered cases of authorities without an officer; for administrators' },
      ),
    ),
    failures: Type.Optional(
      Type.Object({ server_errors: Series, dead_jobs: Type.Integer(), undelivered: Type.Integer() }),
    ),
    gateway: Type.Optional(Type.Object({ calls: Series, errors: Series })),
    relay: Type.Optional(
      Type.Object({ received: Series, overdue: Type.Integer(), undelivered: Type.Integer() }),
    ),
  },
  { description: 'The platform in numbers; a part is absent without the right to the list behind it' },
);
export type FiguresView = Static<typeof FiguresView>;

/** Names in the OpenAPI document. */
export const names = { DashboardFigures: FiguresView, DashboardSeries: Series };
