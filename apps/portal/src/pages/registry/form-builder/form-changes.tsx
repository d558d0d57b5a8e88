import { useQuery } from '@tanstack/react-query';
import { type Passport, versionsQuery } from '../../../api/registry.ts';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import textStyle from '../../../ui/text.module.css';
import { normalise } from '../compare-versions.ts';
import { Marked } from '../comparison.tsx';
import { diffWords } from '../diff-words.ts';
import { describeForm } from '../read-form.ts';
import classes from './builder.module.css';
import { builderWords } from './words.ts';

/** What differs from the form that citizens fill in now. */
export function FormChanges({ passport, form }: { passport: Passport; form: unknown }) {
  const { language } = useLanguage();
  const words = usePageWords(builderWords);
  const { data: versions = [] } = useQuery(versionsQuery(passport.id));
  const [latest] = versions;
  if (latest === undefined) return null;
  const [before, after] = [normalise(latest.snapshot.form), normalise(form)];
  const isSame = JSON.stringify(before) === JSON.stringify(after);
  const show = (own: unknown, other: unknown) => describeForm(own, other, language).join('\n');
  const diff = diffWords(show(before, after), show(after, before));
  return (
    <details className={classes.changes} data-testid="form-changes">
      <summary>{words.compare(latest.version)}</summary>
      {isSame ? (
        <p className={textStyle.quiet}>{words.same}</p>
      ) : (
        <dl>
          <dt>{words.published}</dt>
          <dd>
            <Marked pieces={diff.before} as="del" />
          </dd>
          <dt>{words.now}</dt>
          <dd>
            <Marked pieces={diff.after} as="ins" />
          </dd>
        </dl>
      )}
    </details>
  );
}
