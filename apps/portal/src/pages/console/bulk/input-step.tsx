import { Button, Textarea, TextInput } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { usePageWords } from '../../../i18n/provider.tsx';
import { ErrorSummary } from '../../../ui/forms/error-summary.tsx';
import frame from '../../../ui/page/list-page.module.css';
import { PageHeading, usePageTitle } from '../../../ui/page/page.tsx';
import headStyle from '../../../ui/page/page-head.module.css';
import textStyle from '../../../ui/text.module.css';
import classes from './bulk.module.css';
import type { BulkWork, ChangeWork } from './bulk-work.tsx';
import { parseTable, type TableFault } from './parse-table.ts';
import { readTextFile } from './read-file.ts';
import { type HeadFault, MOST_ROWS, readRows } from './rows.ts';
import { bulkWords } from './words.ts';

type InputWords = (typeof bulkWords)['mn']['input'];

function describeTable(fault: TableFault | HeadFault, words: InputWords): string {
  switch (fault.kind) {
    case 'unclosed_quote':
      return words.unclosedQuote(fault.line);
    case 'stray_quote':
      return words.strayQuote(fault.line);
    case 'empty':
      return words.textMissing;
    case 'no_rows':
      return words.noRows;
    case 'too_many_rows':
      return words.tooManyRows(fault.count, MOST_ROWS);
    case 'missing_columns':
      return words.missingColumns(fault.fields.join(', '));
    case 'repeated_column':
      return words.repeatedColumn(fault.field);
  }
}

export function InputStep({ work, change }: { work: BulkWork; change: ChangeWork }) {
  const { title, lead, input: words } = usePageWords(bulkWords);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const file = useRef<HTMLInputElement>(null);
  usePageTitle(title);

  const check = (text: string, reason: string) => {
    const table = parseTable(text);
    const read = table.ok ? readRows(table.rows) : table;
    if (!read.ok) return setErrors({ 'bulk-text': describeTable(read.fault, words) });
    if (reason.trim() === '' && read.rows.some((row) => row.values.reason === ''))
      return setErrors({ 'bulk-reason': words.reasonMissing });
    change(() => ({ text, reason, rows: read.rows, unusedColumns: read.unusedColumns, failure: null }));
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    check(work.text, work.reason);
  };

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const chosen = input.files?.[0];
    if (!chosen) return;
    const read = await readTextFile(chosen);
    // The same file may be chosen again after it was corrected.
    input.value = '';
    if ('fault' in read) return setErrors({ 'bulk-file': words.fileFaults[read.fault] });
    change(() => ({ text: read.text }));
    setErrors({});
  };

  return (
    <div className={frame.page}>
      <header className={headStyle.dense}>
        <div>
          <PageHeading>{title}</PageHeading>
          <p className={headStyle.denseLead}>{lead}</p>
        </div>
      </header>
      <form className={classes.input} onSubmit={submit} noValidate>
        <ErrorSummary
          errors={errors}
          labels={{ 'bulk-text': words.text, 'bulk-reason': words.reason, 'bulk-file': words.file }}
        />
        <Textarea
          id="bulk-text"
          label={words.text}
          description={
            <>
              {words.textHint}
              <br />
              {words.columns}
            </>
          }
          inputWrapperOrder={['label', 'description', 'error', 'input']}
          error={errors['bulk-text']}
          value={work.text}
          rows={12}
          classNames={{ input: classes.text ?? '' }}
          placeholder={'name,slug,admin_email\n"Хишиг өргөө ХХК",khishig-orgoo,admin@khishig.mn'}
          wrap="off"
          autoComplete="off"
          spellCheck={false}
          data-testid="bulk-text"
          onChange={(event) => {
            const text = event.currentTarget.value;
            change(() => ({ text }));
          }}
        />
        <div>
          <input
            ref={file}
            type="file"
            className={textStyle.hidden}
            accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
            tabIndex={-1}
            aria-hidden="true"
            data-testid="bulk-file"
            onChange={choose}
          />
          <Button
            id="bulk-file"
            variant="default"
            leftSection={<IconFileSpreadsheet size={18} aria-hidden="true" />}
            onClick={() => file.current?.click()}
          >
            {words.file}
          </Button>
        </div>
        <TextInput
          id="bulk-reason"
          label={words.reason}
          description={words.reasonHint}
          inputWrapperOrder={['label', 'description', 'error', 'input']}
          error={errors['bulk-reason']}
          value={work.reason}
          maxLength={500}
          data-testid="bulk-reason"
          onChange={(event) => {
            const reason = event.currentTarget.value;
            change(() => ({ reason }));
          }}
        />
        <div>
          <Button type="submit" size="md" data-testid="bulk-check">
            {words.check}
          </Button>
        </div>
      </form>
    </div>
  );
}
