import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { PageHeading, usePageTitle } from '../../shell/page.tsx';
import { useSession } from '../../shell/signed-in.tsx';
import { EidCard } from './eid-card.tsx';
import classes from './home.module.css';
import { NameCard } from './name-card.tsx';
import { homeWords } from './words.ts';

export function HomePage() {
  const { language } = useLanguage();
  const words = usePageWords(homeWords);
  const { user } = useSession();
  usePageTitle(words.title);
  const name = language === 'en' ? user.first_name_en || user.first_name : user.first_name;

  return (
    <div className={classes.page}>
      <header className={classes.greeting}>
        <PageHeading>{name ? words.greeting(name) : words.greetingPlain}</PageHeading>
        <p className={classes.names}>
          <span lang="mn">{user.full_name}</span>
          {user.full_name_en ? <span lang="en">{user.full_name_en}</span> : null}
        </p>
      </header>
      <div className={classes.columns}>
        <div className={classes.column}>
          <EidCard eid={user.eid} />
        </div>
        <div className={classes.column}>
          <NameCard user={user} />
          <section className={classes.today} aria-labelledby="today">
            <h2 id="today">{words.todayHeading}</h2>
            <ul>
              {words.today.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <p>{words.todayMore}</p>
          </section>
        </div>
      </div>
    </div>
  );
}
