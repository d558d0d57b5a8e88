import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Operation } from '../../api/service-docs.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import badgeStyle from '../../ui/badge.module.css';
import { Snippet } from '../../ui/snippet.tsx';
import classes from './service-docs.module.css';
import { serviceWords } from './service-words.ts';
import { TryOut } from './try-out.tsx';

export const anchorOf = ({ id }: Operation) => `operation-${id}`;

interface OperationPartProps {
  service: string;
  operation: Operation;
  token: string;
}

/** One operation. Everything of the document is shown as text: it was written by others. */
export function OperationPart({ service, operation, token }: OperationPartProps) {
  const words = usePageWords(serviceWords);
  const [isTrying, setIsTrying] = useState(false);
  const { method, path, summary, description, parameters, body, answers } = operation;
  const anchor = anchorOf(operation);
  const name = `${method.toUpperCase()} ${path}`;
  return (
    <section
      id={anchor}
      className={classes.operation}
      aria-labelledby={`${anchor}-title`}
      data-testid="operation"
    >
      <h2 id={`${anchor}-title`}>
        <code>{name}</code>
      </h2>
      {operation.deprecated ? (
        <p>
          <span className={badgeStyle.chip} data-tone="warn">
            {words.deprecated}
          </span>
        </p>
      ) : null}
      {summary ? <p className={classes.prose}>{summary}</p> : null}
      {description && description !== summary ? <p className={classes.prose}>{description}</p> : null}
      {parameters.length === 0 ? null : (
        <Table
          title={words.parameters}
          label={`${name}: ${words.parameters}`}
          head={[words.field, words.place, words.type, words.description]}
          rows={parameters.map((each) => ({
            key: `${each.in} ${each.name}`,
            cells: [
              <Name key="name" name={each.name} isRequired={each.required} />,
              words.places[each.in],
              each.type,
              each.description,
            ],
          }))}
        />
      )}
      {body === null ? null : (
        <>
          <Table
            title={`${words.body}: ${body.media_type}`}
            label={`${name}: ${words.body}`}
            head={[words.field, words.type, words.description]}
            rows={body.fields.map((each) => ({
              key: each.name,
              cells: [
                <Name key="name" name={each.name} isRequired={each.required} />,
                each.type,
                each.description,
              ],
            }))}
          />
          {body.is_cut ? <p>{words.cut}</p> : null}
          {body.example ? <Snippet file={`${name}: ${words.example}`} text={body.example} /> : null}
        </>
      )}
      {answers.length === 0 ? null : (
        <Table
          title={words.answers}
          label={`${name}: ${words.answers}`}
          head={[words.status, words.description]}
          rows={answers.map(({ status, description: text }) => ({
            key: status,
            cells: [<code key="status">{status}</code>, text],
          }))}
        />
      )}
      <div>
        <Button
          variant="default"
          aria-expanded={isTrying}
          aria-label={`${isTrying ? words.try.close : words.try.open}: ${name}`}
          data-testid="try"
          onClick={() => setIsTrying(!isTrying)}
        >
          {isTrying ? words.try.close : words.try.open}
        </Button>
      </div>
      {isTrying ? <TryOut service={service} operation={operation} token={token} /> : null}
    </section>
  );
}

function Name({ name, isRequired }: { name: string; isRequired: boolean }) {
  const words = usePageWords(serviceWords);
  return (
    <>
      <code>{name}</code>
      <span className={classes.need}>{isRequired ? words.required : words.optional}</span>
    </>
  );
}

interface TableProps {
  title: string;
  label: string;
  head: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

function Table({ title, label, head, rows }: TableProps) {
  return (
    <>
      <h3>{title}</h3>
      {rows.length === 0 ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable (WCAG 2.1.1)
        <section className={classes.scroll} tabIndex={0} aria-label={label}>
          <table className={classes.table}>
            <thead>
              <tr>
                {head.map((text) => (
                  <th key={text} scope="col">
                    {text}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, cells }) => (
                <tr key={key}>
                  {cells.map((cell, index) => (
                    <td key={head[index]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}
