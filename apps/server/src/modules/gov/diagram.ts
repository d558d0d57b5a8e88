import { openStatuses, type Status, statuses, transitions } from './state-machine.ts';

/** docs/generated/applications.md: the table of transitions, drawn and written out. */
export function renderStateMachine(): string {
  const leaving = new Set(transitions.flatMap(({ from }) => from));
  const arrows = [
    ...new Set(
      transitions.flatMap((row) =>
        (row.from.length === 0 ? ['[*]'] : row.from).map(
          (from) => `  ${from} --> ${row.to}: ${row.action}${row.when === undefined ? '' : ` (${row.when})`}`,
        ),
      ),
    ),
  ];
  const ends = statuses.filter((status) => !leaving.has(status)).map((status) => `  ${status} --> [*]`);
  const rows = transitions.map((row) => [
    row.from.length === 0 ? '(new)' : row.from.join(', '),
    row.to,
    `\`${row.action}\``,
    { user: 'the applicant', officer: 'an officer', system: 'the platform' }[row.actor],
    [row.lane === 'any' ? '' : `${row.lane} services`, row.when ?? ''].filter(Boolean).join(', '),
    row.waitsForFee === undefined ? '' : `where the fee is due before ${row.waitsForFee}`,
    row.results.join(' or '),
    `\`${row.event}\``,
    row.tells === undefined ? '' : `\`${row.tells}\``,
    row.about,
  ]);
  const head = [
    'from',
    'to',
    'action',
    'by',
    'for',
    'waits for the fee',
    'result',
    'event',
    'message',
    'what happens',
  ];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const list = (some: readonly Status[]) => some.map((status) => `\`${status}\``).join(', ');
  return [
    '# The life of an application',
    '',
    'Every other move is refused with 409 `invalid_transition`. Each is one conditional statement: of two at once, one is refused.',
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...arrows,
    ...ends,
    '```',
    '',
    `Open: ${list(openStatuses)}. Ends: ${list(statuses.filter((status) => !leaving.has(status)))}.`,
    '',
    line(head),
    line(head.map(() => '---')),
    ...rows.map(line),
    '',
    'A fee that is due before review keeps officers from taking, asking and deciding until it is paid, and the deadline is stamped when it is. A fee that is due before issue keeps an application from being granted, by an officer or by silence, and from nothing else: whoever approves too early is answered 409 `payment_required` and decides again once the money is there.',
    '',
    'What is certified is asked of a state register before anything is issued. Where the register speaks against it, applying and granting are refused with 409 `not_certifiable`, and an application that already waits ends as `rejected`. Where the register is away, an application to an automatic service waits as `submitted` and is tried again after 1, 2, 4 … 60 minutes, an officer is answered 503 `register_unavailable` and decides again later, and silence grants nothing until the register has answered.',
    '',
  ].join('\n');
}
