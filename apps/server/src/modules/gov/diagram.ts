import { openStatuses, type Status, statuses, transitions } from './state-machine.ts';

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
    row.notifies === undefined ? '' : `\`${row.notifies}\``,
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
    '# Application state machine',
    '',
    'Any other transition answers 409 `invalid_transition`. Each transition is one conditional statement, so one of two concurrent requests gets 409.',
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
    'A fee that is due before review stops officers from assigning, asking and deciding until it is paid; the deadline starts with the payment. A fee that is due before issue only stops the grant, by an officer or by tacit approval: an early approval answers 409 `payment_required`, and the officer decides again after the payment.',
    '',
    'A state register is asked before a certificate is issued. When its data contradict the certificate, applying and granting answer 409 `not_certifiable`, and a waiting application ends as `rejected`. During a register outage, an application for an automatic service waits as `submitted` and is retried after 1, 2, 4 … 60 minutes; an officer gets 503 `register_unavailable` and decides again later; tacit approval waits for the register.',
    '',
    'Where the service requires a signature (`decision_signature`), an officer approves and rejects with a PIN2 signature over exactly this decision. Signing moves nothing and stops no clock. A tacit approval is the system’s and has no signature.',
    '',
  ].join('\n');
}
