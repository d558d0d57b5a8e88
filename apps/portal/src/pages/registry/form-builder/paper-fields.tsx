import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import { inLanguage } from '../../../i18n/two-languages.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { ReorderList } from '../../../ui/reorder/reorder-list.tsx';
import classes from './builder.module.css';
import { ConditionFields } from './condition-fields.tsx';
import { type Form, freeName, listNames, type Paper, setKeyword, setText } from './form-model.ts';
import { sayCondition } from './name-part.ts';
import { TextPair } from './text-pair.tsx';
import { type OpenPart, Toggle } from './toggle.tsx';
import { builderWords } from './words.ts';

const TYPES = { 'application/pdf': 'PDF', 'image/png': 'PNG', 'image/jpeg': 'JPEG' };

interface PaperFieldsProps extends OpenPart {
  form: Form;
  evidences: readonly { code: string; name: string }[];
  isLocked: boolean;
  onChange(papers: Paper[]): void;
}

export function PaperFields(props: PaperFieldsProps) {
  const { form, evidences, isLocked, open, onToggle, onOpen, onChange } = props;
  const { language } = useLanguage();
  const words = usePageWords(builderWords);
  const papers = form['x-papers'] ?? [];
  const nameOf = (paper: Paper) =>
    inLanguage(paper['x-title'] ?? { mn: '', en: '' }, language) || words.newPaper;
  const add = () => {
    const key = freeName(
      'paper',
      papers.map((paper) => paper.key),
    );
    onOpen(`paper ${key}`, `paper-${key}-title-mn`);
    onChange([...papers, { key, 'x-title': { mn: '', en: '' }, required: true }]);
  };
  return (
    <section className={classes.block} aria-labelledby="builder-papers">
      <h3 id="builder-papers">{words.papers}</h3>
      {papers.length > 0 ? (
        <ReorderList
          testId="form-papers"
          label={words.papers}
          items={papers}
          isLocked={isLocked}
          keyOf={({ key }) => key}
          nameOf={nameOf}
          onChange={onChange}
          head={(paper) => (
            <Toggle
              name={nameOf(paper)}
              under={[
                paper.required ? words.isRequired : '',
                sayCondition(form, paper['x-when'], words, language),
              ]
                .filter(Boolean)
                .join(', ')}
              isOpen={open === `paper ${paper.key}`}
              onToggle={() => onToggle(`paper ${paper.key}`)}
            />
          )}
        >
          {(paper) =>
            open !== `paper ${paper.key}` ? null : (
              <PaperRules
                form={form}
                paper={paper}
                evidences={evidences}
                isLocked={isLocked}
                onChange={(next) => onChange(papers.map((each) => (each.key === paper.key ? next : each)))}
              />
            )
          }
        </ReorderList>
      ) : null}
      {isLocked ? null : (
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            data-testid="add-paper"
            onClick={add}
          >
            {words.addPaper}
          </Button>
        </div>
      )}
    </section>
  );
}

interface PaperRulesProps {
  form: Form;
  paper: Paper;
  evidences: readonly { code: string; name: string }[];
  isLocked: boolean;
  onChange(paper: Paper): void;
}

function PaperRules({ form, paper, evidences, isLocked, onChange }: PaperRulesProps) {
  const words = usePageWords(builderWords);
  const all = Object.keys(TYPES);
  const accepted = paper.accepts ?? all;
  const accept = (types: readonly string[]) => {
    const kept = all.filter((type) => types.includes(type));
    if (kept.length > 0)
      onChange(setKeyword(paper, 'accepts', kept.length === all.length ? undefined : kept));
  };
  const isKnown = evidences.some(({ code }) => code === paper.evidence);
  return (
    <div className={classes.fields}>
      <TextPair
        id={`paper-${paper.key}-title`}
        label={words.paper}
        text={paper['x-title']}
        isLocked={isLocked}
        onChange={(text) => onChange(setText(paper, 'x-title', text))}
      />
      <TextPair
        id={`paper-${paper.key}-help`}
        label={words.help}
        text={paper['x-help']}
        isLong
        isLocked={isLocked}
        onChange={(text) => onChange(setText(paper, 'x-help', text))}
      />
      <fieldset className={formStyle.group} disabled={isLocked}>
        <legend>{words.accepts}</legend>
        <div className={classes.options}>
          {Object.entries(TYPES).map(([type, label]) => (
            <Checkbox
              key={type}
              label={label}
              checked={accepted.includes(type)}
              onChange={(event) =>
                accept(
                  event.currentTarget.checked
                    ? [...accepted, type]
                    : accepted.filter((other) => other !== type),
                )
              }
            />
          ))}
        </div>
      </fieldset>
      <Checkbox
        label={words.required}
        checked={paper.required}
        disabled={isLocked}
        onChange={(event) => onChange({ ...paper, required: event.currentTarget.checked })}
      />
      {evidences.length > 0 || paper.evidence !== undefined ? (
        <NativeSelect
          label={words.evidence}
          disabled={isLocked}
          value={paper.evidence ?? ''}
          data={[
            { value: '', label: words.noEvidence },
            ...(paper.evidence === undefined || isKnown
              ? []
              : [{ value: paper.evidence, label: paper.evidence }]),
            ...evidences.map(({ code, name }) => ({ value: code, label: name })),
          ]}
          onChange={(event) =>
            onChange(setKeyword(paper, 'evidence', event.currentTarget.value || undefined))
          }
        />
      ) : null}
      <ConditionFields
        form={form}
        condition={paper['x-when']}
        before={listNames(form)}
        isLocked={isLocked}
        onChange={(condition) => onChange(setKeyword(paper, 'x-when', condition))}
      />
    </div>
  );
}
