import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { knowledgeChangeBody, knowledgeCreateBody } from '../../../api/generated/bodies.ts';
import {
  changeArticle,
  createArticle,
  KNOWLEDGE_KEY,
  type KnowledgeArticle,
  type KnowledgeArticleBody,
} from '../../../api/knowledge.ts';
import { MarkdownText } from '../../../features/knowledge/markdown-text.tsx';
import { usePageWords } from '../../../i18n/provider.tsx';
import { ErrorSummary } from '../../../ui/forms/error-summary.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { RestoredNote } from '../../../ui/forms/restored-note.tsx';
import { type BodyForm, useBodyForm } from '../../../ui/forms/use-body-form.ts';
import noteStyle from '../../../ui/note.module.css';
import { ActionFailure } from '../../../ui/states/states.tsx';
import textStyle from '../../../ui/text.module.css';
import classes from './assistant-page.module.css';
import { knowledgeWords } from './knowledge-words.ts';

interface ArticleFormProps {
  /** The text to begin with; null for a new article. */
  article: KnowledgeArticle | null;
  /** The version that is edited: a change made meanwhile is refused by the server. */
  version?: number;
  /** The text differs from the saved one from the beginning: an earlier version. */
  isTaken?: boolean;
  /** Set when somebody saved another version meanwhile; opens it. */
  newer?: (() => void) | null;
  onDirty?(isDirty: boolean): void;
  onSaved(article: KnowledgeArticle): void;
}

interface Values {
  slug: string;
  title: string;
  title_en: string;
  content: string;
  content_en: string;
  tags: string;
}

export function ArticleForm(props: ArticleFormProps) {
  const { article, version = 1, isTaken = false, newer, onDirty, onSaved } = props;
  const words = usePageWords(knowledgeWords);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: ({ slug, ...body }: KnowledgeArticleBody) =>
      article === null ? createArticle({ slug, ...body }) : changeArticle(article.id, { ...body, version }),
    onSuccess: async (saved) => {
      await client.invalidateQueries({ queryKey: KNOWLEDGE_KEY });
      onSaved(saved);
    },
  });
  const form: BodyForm<Values> = useBodyForm({
    schema: article === null ? knowledgeCreateBody : withoutVersion,
    keepAs: `article:${article?.id ?? 'new'}${isTaken ? ':taken' : ''}`,
    initial: {
      slug: article?.slug ?? '',
      title: article?.title ?? '',
      title_en: article?.title_en ?? '',
      content: article?.content ?? '',
      content_en: article?.content_en ?? '',
      tags: article?.tags.join(', ') ?? '',
    },
    toBody: (values): KnowledgeArticleBody =>
      ({
        ...(article === null ? { slug: values.slug.trim() } : {}),
        title: values.title.trim(),
        title_en: values.title_en.trim(),
        content: values.content.trim(),
        content_en: values.content_en.trim(),
        tags: values.tags
          .split(',')
          .map((tag) => tag.trim())
          .filter((tag) => tag !== ''),
      }) as KnowledgeArticleBody,
    hints: { slug: words.slugHint },
    onSend: save.mutate,
    error: save.error,
    isPending: save.isPending,
  });
  const isDirty = isTaken || form.isDirty();
  useEffect(() => onDirty?.(isDirty), [isDirty, onDirty]);
  const labels = {
    slug: words.slug,
    title: words.titleMn,
    title_en: words.titleEn,
    content: words.contentMn,
    content_en: words.contentEn,
    tags: words.tags,
  };
  return (
    <form className={formStyle.form} onSubmit={form.send} noValidate data-testid="article-form">
      <RestoredNote form={form} />
      <ErrorSummary errors={form.faults} labels={labels} />
      {newer ? (
        <div className={noteStyle.note} data-tone="warn" role="status">
          <p>{words.changed}</p>
          <Button variant="default" size="sm" onClick={newer}>
            {words.openNewer}
          </Button>
        </div>
      ) : null}
      {article === null ? (
        <TextInput {...form.field('slug')} label={labels.slug} description={words.slugHint} />
      ) : null}
      <div className={classes.halves}>
        <Language form={form} lang="mn" title="title" content="content" labels={labels} />
        <Language form={form} lang="en" title="title_en" content="content_en" labels={labels} />
      </div>
      <TextInput {...form.field('tags')} label={labels.tags} description={words.tagsHint} />
      {form.hasFaults ? null : <ActionFailure error={save.error} />}
      <div className={formStyle.actions}>
        <Button type="submit" loading={save.isPending} data-testid="save-article">
          {words.save}
        </Button>
      </div>
    </form>
  );
}

/** The version is no field of the form. */
const withoutVersion = {
  ...knowledgeChangeBody,
  required: (knowledgeChangeBody.required ?? []).filter((name) => name !== 'version'),
};

interface LanguageProps {
  form: BodyForm<Values>;
  lang: 'mn' | 'en';
  title: 'title' | 'title_en';
  content: 'content' | 'content_en';
  labels: Record<keyof Values, string>;
}

function Language({ form, lang, title, content, labels }: LanguageProps) {
  const words = usePageWords(knowledgeWords);
  const text = form.values[content];
  return (
    <div className={classes.prompt}>
      <TextInput {...form.field(title)} label={labels[title]} lang={lang} />
      <Textarea
        {...form.field(content)}
        label={labels[content]}
        description={words.contentHint}
        lang={lang}
        autosize
        minRows={10}
        maxRows={24}
      />
      <section className={classes.answer} aria-label={words.previewOf(labels[content])} lang={lang}>
        <h3 className={textStyle.quiet}>{words.preview}</h3>
        {text.trim() === '' ? (
          <p className={textStyle.quiet}>{words.noText}</p>
        ) : (
          <MarkdownText text={text} />
        )}
      </section>
    </div>
  );
}
