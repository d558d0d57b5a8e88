-- A Latin name stands on certificates, signatures and claims, so it must read as the official name. Names of before that
-- do not are cleared; the next sign-in with eID fills them. Names without Cyrillic letters came from eID and stay.
create function pg_temp.reads_as(p_official text, p_latin text) returns boolean language sql immutable as $$
  with ways (letter, way) as (values
    ('а', 'a+'), ('ә', '[ae]+'), ('б', 'b+'), ('в', '[vw]+'), ('г', '(gh?)+'), ('ғ', '(gh?)+'), ('д', 'd+'),
    ('е', '([yij]?[eou]+)'), ('ё', '([yij]?[oe]+)'), ('ж', '(d?j|zh)+'), ('з', '(d?z)+'), ('и', '[iy]+'), ('і', '[iy]+'),
    ('й', '[iyj]'), ('к', '[kc]+'), ('қ', '[kq]+'), ('л', 'l+'), ('м', 'm+'), ('н', 'n+'), ('ң', '(ng?)+'), ('о', 'o+'),
    ('ө', '[ou]+e?'), ('п', 'p+'), ('р', 'r+'), ('с', 's+'), ('т', 't+'), ('у', 'u+'), ('ү', 'u+e?'), ('ұ', 'u+'),
    ('ф', '(f|ph)+'), ('х', '(k?h|x)+'), ('һ', 'h+'), ('ц', '(t[sz]|c)+'), ('ч', '(ch)+'), ('ш', '(sh)+'),
    ('щ', '(sh|shch)'), ('ъ', '[iy]?'), ('ь', '[iy]?'), ('ы', '[iy]+'), ('э', 'e+'), ('ю', '[yij]u+'), ('я', '[yij]a+')),
  official as (select regexp_replace(regexp_replace(regexp_replace(lower(translate(normalize(p_official, nfc),
      'АӘБВГҒДЕЁЖЗИІЙКҚЛМНҢОӨПРСТУҮҰФХҺЦЧШЩЪЫЬЭЮЯ', 'аәбвгғдеёжзиійкқлмнңоөпрстуүұфхһцчшщъыьэюя')),
      '[^а-яёөүәғіқңұһa-z]', '', 'g'), '(.)\1+', '\1', 'g'), '(я)а|(ю)[уү]|(ё)[оө]|(е)[эө]|([иы])й', '\1\2\3\4\5', 'g') as name)
  select p_latin = '' or regexp_replace(lower(normalize(p_latin, nfd)), '[^a-z]', '', 'g') ~ ('^' || (
    select string_agg(coalesce(w.way, l.letter), '' order by l.at)
    from official, regexp_split_to_table(official.name, '') with ordinality as l (letter, at)
      left join ways w on w.letter = l.letter) || '$')
$$;
update users set first_name_en = '', last_name_en = ''
  where first_name || last_name ~ '[А-Яа-яЁёӨөҮү]'
    and not (pg_temp.reads_as(first_name, first_name_en) and pg_temp.reads_as(last_name, last_name_en));
drop function pg_temp.reads_as(text, text);

-- A verified organisation had the Latin name that a representative chose at the eID provider; the next question to the
-- registers fills what the state registry says.
update organisations set name_latin = '' where verified;
