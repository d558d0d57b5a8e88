import { Button, NativeSelect } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import { inLanguage } from '../../../i18n/two-languages.tsx';
import { ReorderList } from '../../../ui/reorder/reorder-list.tsx';
import classes from './builder.module.css';
import { ConditionFields } from './condition-fields.tsx';
import {
  addQuestion,
  type Form,
  isRequired,
  KINDS,
  type Kind,
  kindOf,
  type Section,
  setKeyword,
  setPapers,
  setSections,
  setText,
} from './form-model.ts';
import { sayCondition } from './name-part.ts';
import { PaperFields } from './paper-fields.tsx';
import { QuestionFields } from './question-fields.tsx';
import { TextPair } from './text-pair.tsx';
import { type OpenPart, Toggle } from './toggle.tsx';
import { useUndo } from './use-undo.tsx';
import { builderWords } from './words.ts';

interface FormBuilderProps {
  form: Form;
  /** Evidence of the passport that the state can give. */
  evidences: readonly { code: string; name: string }[];
  isLocked: boolean;
  onChange(form: Form): void;
}

/** Groups of questions and papers of a form, without JSON. */
export function FormBuilder({ form, evidences, isLocked, onChange: onPut }: FormBuilderProps) {
  const { language } = useLanguage();
  const words = usePageWords(builderWords);
  const [open, setOpen] = useState('');
  const { onChange, notice } = useUndo(form, onPut);
  const toFocus = useRef('');
  useEffect(() => {
    if (toFocus.current === '') return;
    document.getElementById(toFocus.current)?.focus();
    toFocus.current = '';
  });
  const openWith = (part: string, inputId: string) => {
    setOpen(part);
    toFocus.current = inputId;
  };
  const toggle = (part: string) => setOpen(open === part ? '' : part);
  const sections = form['x-sections'];
  const nameGroup = (section: Section, at: number) =>
    inLanguage(section['x-title'] ?? { mn: '', en: '' }, language) || words.group(at + 1);
  const groupNames = sections.map(nameGroup);
  const put = (old: Section, next: Section) =>
    onChange(
      setSections(
        form,
        sections.map((each) => (each === old ? next : each)),
      ),
    );
  return (
    <div className={classes.builder}>
      {notice}
      <section className={classes.block} aria-labelledby="builder-groups">
        <h3 id="builder-groups">{words.groups}</h3>
        <ReorderList
          testId="form-groups"
          label={words.groups}
          items={sections}
          isLocked={isLocked}
          keyOf={keyOfSection}
          nameOf={(section) => nameGroup(section, sections.indexOf(section))}
          canRemove={() => sections.length > 1}
          onChange={(next) => onChange(setSections(form, next))}
          head={(section, at) => (
            <Toggle
              name={nameGroup(section, at)}
              under={sayCondition(form, section['x-when'], words, language)}
              isOpen={open === `group ${at}`}
              onToggle={() => toggle(`group ${at}`)}
            />
          )}
        >
          {(section, at) => (
            <>
              {open === `group ${at}` ? (
                <GroupFields
                  form={form}
                  section={section}
                  at={at}
                  isLocked={isLocked}
                  onChange={(next) => put(section, next)}
                />
              ) : null}
              <Questions
                form={form}
                section={section}
                at={at}
                groupNames={groupNames}
                isLocked={isLocked}
                open={open}
                onToggle={toggle}
                onOpen={openWith}
                onChange={onChange}
              />
            </>
          )}
        </ReorderList>
        {isLocked ? null : (
          <div>
            <Button
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden="true" />}
              data-testid="add-group"
              onClick={() => {
                openWith(`group ${sections.length}`, `group-${sections.length}-title-mn`);
                onChange(setSections(form, [...sections, { 'x-title': { mn: '', en: '' }, fields: [] }]));
              }}
            >
              {words.addGroup}
            </Button>
          </div>
        )}
      </section>
      <PaperFields
        form={form}
        evidences={evidences}
        isLocked={isLocked}
        open={open}
        onToggle={toggle}
        onOpen={openWith}
        onChange={(papers) => onChange(setPapers(form, papers))}
      />
    </div>
  );
}

/** Stays the same while questions move within the group. */
const keyOfSection = ({ fields }: Section) => `group-${fields.toSorted()[0] ?? 'empty'}`;

interface GroupFieldsProps {
  form: Form;
  section: Section;
  at: number;
  isLocked: boolean;
  onChange(section: Section): void;
}

function GroupFields({ form, section, at, isLocked, onChange }: GroupFieldsProps) {
  const words = usePageWords(builderWords);
  return (
    <div className={classes.fields}>
      <TextPair
        id={`group-${at}-title`}
        label={words.groupTitle}
        text={section['x-title']}
        isLocked={isLocked}
        onChange={(text) => onChange(setText(section, 'x-title', text))}
      />
      <TextPair
        id={`group-${at}-help`}
        label={words.help}
        text={section['x-help']}
        isLong
        isLocked={isLocked}
        onChange={(text) => onChange(setText(section, 'x-help', text))}
      />
      <ConditionFields
        form={form}
        condition={section['x-when']}
        before={form['x-sections'].slice(0, at).flatMap(({ fields }) => fields)}
        isLocked={isLocked}
        onChange={(condition) => onChange(setKeyword(section, 'x-when', condition))}
      />
    </div>
  );
}

interface QuestionsProps extends OpenPart {
  form: Form;
  section: Section;
  at: number;
  groupNames: readonly string[];
  isLocked: boolean;
  onChange(form: Form): void;
}

function Questions(props: QuestionsProps) {
  const { form, section, at, groupNames, isLocked, open, onToggle, onOpen, onChange } = props;
  const { language } = useLanguage();
  const words = usePageWords(builderWords);
  const [kind, setNewKind] = useState<Kind>('text');
  const partOf = (name: string) => `question ${name}`;
  const nameOf = (name: string) =>
    inLanguage(form.properties[name]?.['x-title'] ?? { mn: '', en: '' }, language) || words.newQuestion;
  const kindName = (name: string) => {
    const known = kindOf(form.properties[name] ?? {});
    return known === null ? words.list : words.kinds[known];
  };
  const setFields = (fields: string[]) =>
    onChange(
      setSections(
        form,
        form['x-sections'].map((each) => (each === section ? { ...section, fields } : each)),
      ),
    );
  return (
    <>
      <ReorderList
        testId="form-questions"
        label={words.questions(groupNames[at] ?? '')}
        items={section.fields}
        isLocked={isLocked}
        keyOf={(name) => name}
        nameOf={nameOf}
        onChange={setFields}
        head={(name) => (
          <Toggle
            name={nameOf(name)}
            under={[
              kindName(name),
              isRequired(form, name) ? words.isRequired : '',
              sayCondition(form, form.properties[name]?.['x-when'], words, language),
            ]
              .filter(Boolean)
              .join(', ')}
            isOpen={open === partOf(name)}
            onToggle={() => onToggle(partOf(name))}
          />
        )}
      >
        {(name) =>
          open === partOf(name) ? (
            <QuestionFields
              form={form}
              name={name}
              groupNames={groupNames}
              isLocked={isLocked}
              onChange={onChange}
              onRename={(next) => onToggle(partOf(next))}
            />
          ) : null
        }
      </ReorderList>
      {isLocked ? null : (
        <div className={classes.add}>
          <NativeSelect
            label={words.newKind}
            value={kind}
            data={KINDS.map((value) => ({ value, label: words.kinds[value] }))}
            onChange={(event) => setNewKind(event.currentTarget.value as Kind)}
          />
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            data-testid="add-question"
            onClick={() => {
              const { form: next, name } = addQuestion(form, at, kind);
              onOpen(partOf(name), `question-${name}-title-mn`);
              onChange(next);
            }}
          >
            {words.addQuestion}
          </Button>
        </div>
      )}
    </>
  );
}
