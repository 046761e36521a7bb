-- rowlock.topic_list(search, category, tag, pattern, max_rows, skip_rows, actor): the catalog of topics, by name.
-- Reads: rowlock.topic_catalog.
create or replace function rowlock.topic_list(
  search    text default null,
  category  text default null,
  tag       text default null,
  pattern   text default null,
  max_rows  integer default 100,
  skip_rows integer default 0,
  actor     uuid default rowlock.actor_current()
)
returns rowlock.topic_page
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_page   rowlock.topic_page;
begin
  perform rowlock._argument_texts(given => jsonb_build_object('search', search, 'category', category, 'tag', tag));
  if pattern is not null then
    perform rowlock._topic_patterns(field => 'pattern', patterns => array[pattern], most => 1);
  end if;
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 1000);
  perform rowlock._argument_range(field => 'skip_rows', value => skip_rows, low => 0, high => 1000000);

  with found as materialized (
    select t as topic
    from rowlock.topic_catalog t
    where v_access.actor is not null
      and (topic_list.category is null or t.category = topic_list.category)
      and (topic_list.tag is null or topic_list.tag = any (t.tags))
      and (topic_list.pattern is null or rowlock.topic_matches(pattern => topic_list.pattern, topic => t.topic))
      -- As text and not as a pattern: an underscore is one.
      and (topic_list.search is null
        or strpos(lower(t.topic), lower(topic_list.search)) > 0
        or strpos(lower(t.description), lower(topic_list.search)) > 0)
  )
  select
    (select coalesce(jsonb_agg(rowlock._topic_record(p.topic) order by (p.topic).topic), '[]')
     from (
       select f.topic from found f order by (f.topic).topic
       limit topic_list.max_rows offset topic_list.skip_rows) p),
    (select count(*) from found)
  into v_page;
  return v_page;
end;
$$;

comment on function rowlock.topic_list is
  'A page of the topics that events may have, and how many there are; any signed-in account may see them. Raises PT400, PT401, PT403.';
revoke all on function rowlock.topic_list from public;
select rowlock._function_grant('topic_list', 'service', 'user', 'proxy');
