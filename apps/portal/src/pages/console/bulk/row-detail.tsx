import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { usePageWords } from '../../../i18n/provider.tsx';
import buttonStyle from '../../../ui/button.module.css';
import formStyle from '../../../ui/forms/form.module.css';
import noteStyle from '../../../ui/note.module.css';
import { Detail, Facts } from '../../../ui/page/list-and-detail.tsx';
import textStyle from '../../../ui/text.module.css';
import { describeFault } from './fault-text.ts';
import { type BulkRow, type Faults, FIELDS, type Field, type Values } from './rows.ts';
import { bulkWords } from './words.ts';

interface RowDetailProps {
  row: BulkRow;
  faults: Faults | undefined;
  /** True if another row needs correction after this one. */
  hasNext: boolean;
  isBusy: boolean;
  onSave(values: Values): void;
  onRemove(): void;
  onClose(): void;
}

const LONGEST: Record<Field, number> = {
  name: 400,
  slug: 200,
  admin_email: 400,
  admin_user_id: 40,
  reason: 1000,
};

export function RowDetail(props: RowDetailProps) {
  const words = usePageWords(bulkWords);
  const { row, onClose } = props;
  if (row.outcome?.kind === 'created') {
    return (
      <Detail title={row.values.name} subject={row.id} onClose={onClose}>
        <p className={noteStyle.note} data-tone="good">
          {row.outcome.invited ? words.rows.invited : words.rows.appointed}
        </p>
        <Facts
          items={[
            [words.fields.slug, row.values.slug],
            [words.fields.admin_email, row.values.admin_email],
            [
              words.row.tenantId,
              <span key="id" className={textStyle.code}>
                {row.outcome.tenantId}
              </span>,
            ],
          ]}
        />
        <p className={textStyle.quiet}>{words.row.done}</p>
      </Detail>
    );
  }
  return (
    <Detail title={words.row.title(row.line)} subject={row.id} onClose={onClose}>
      <RowForm {...props} />
    </Detail>
  );
}

/** Checks by rows.ts, not by a schema: the server accepts any row and answers for each one. */
function RowForm({ row, faults, hasNext, isBusy, onSave, onRemove }: RowDetailProps) {
  const words = usePageWords(bulkWords);
  const [values, setValues] = useState(row.values);
  const { outcome } = row;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const trimmed = { ...values };
    for (const field of FIELDS) trimmed[field] = trimmed[field].trim();
    setValues(trimmed);
    onSave(trimmed);
  };
  // The error text belongs to the checked value and disappears when the value changes.
  const errorOf = (field: Field) => {
    const fault = faults?.[field];
    return fault && values[field] === row.values[field] ? describeFault(field, fault, words) : null;
  };

  return (
    <form className={formStyle.form} onSubmit={submit} noValidate>
      {outcome?.kind === 'refused' ? (
        <p className={noteStyle.note} data-tone="bad">
          {outcome.text}
        </p>
      ) : null}
      {outcome?.kind === 'exists' || outcome?.kind === 'unknown' ? (
        <p className={noteStyle.note} data-tone="warn">
          {outcome.kind === 'exists' ? words.rows.existsText : words.rows.unknownText}
        </p>
      ) : null}
      {FIELDS.map((field) => (
        <TextInput
          key={field}
          id={`row-${field}`}
          label={words.fields[field]}
          description={words.fieldHints[field] || undefined}
          inputWrapperOrder={['label', 'description', 'error', 'input']}
          error={errorOf(field)}
          value={values[field]}
          maxLength={LONGEST[field]}
          autoComplete="off"
          spellCheck={false}
          disabled={isBusy}
          data-testid={`row-${field}`}
          onChange={(event) => setValues({ ...values, [field]: event.currentTarget.value })}
        />
      ))}
      <div className={formStyle.actions}>
        <Button type="submit" disabled={isBusy} data-testid="row-save">
          {hasNext ? words.row.saveNext : words.row.save}
        </Button>
        <Button
          variant="default"
          className={buttonStyle.dangerOutline}
          disabled={isBusy}
          data-testid="row-remove"
          onClick={onRemove}
        >
          {words.row.remove}
        </Button>
      </div>
    </form>
  );
}
