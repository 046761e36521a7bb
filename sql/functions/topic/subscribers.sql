-- rowlock.topic_subscribers(topic, actor): the webhooks that get the events of a topic, and by which of their patterns.
-- Reads: rowlock.webhook.
create or replace function rowlock.topic_subscribers(
  topic text,
  actor uuid default rowlock.actor_current()
)
returns setof jsonb
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
begin
  perform rowlock._argument_text(field => 'topic', value => topic, required => true);
  return query
  select jsonb_build_object(
    'webhook_id', w.id, 'owner_id', w.owner_id, 'description', w.description, 'status', w.status, 'patterns', m.patterns)
  from rowlock.webhook w
  cross join lateral (
    select array_agg(p.pattern order by p.n) as patterns
    from unnest(w.topics) with ordinality p (pattern, n)
    where rowlock.topic_matches(pattern => p.pattern, topic => topic_subscribers.topic)) m
  where m.patterns is not null and (v_access.is_global or w.owner_id = v_access.actor)
  order by w.created_at, w.id;
end;
$$;

comment on function rowlock.topic_subscribers is
  'The webhooks whose patterns fit a topic, whether it is in the catalog or not: those of the caller; global accounts see all. Open streams are not among them: they are known to their process alone. Raises PT400, PT401, PT403.';
revoke all on function rowlock.topic_subscribers from public;
select rowlock._function_grant('topic_subscribers', 'service', 'user', 'proxy');
