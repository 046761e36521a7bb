-- rowlock.host_list(name, search, status, platform, instance_suspect, is_eligible, bot_id, max_rows, after, actor): hosts by name.
-- Reads: rowlock.host, rowlock.run.
create or replace function rowlock.host_list(
  name             text default null,
  search           text default null,
  status           text[] default null,
  platform         text default null,
  instance_suspect boolean default null,
  is_eligible      boolean default null,
  bot_id           uuid default null,
  max_rows         integer default 50,
  after            text default null,
  actor            uuid default rowlock.actor_current()
)
returns rowlock.host_page
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now   constant timestamptz := clock_timestamp();
  v_after text;
  v_hosts rowlock.host[];
begin
  perform rowlock._actor_access(actor => actor);
  perform rowlock._argument_texts(given => jsonb_build_object('name', name, 'search', search));
  if cardinality(status) > 1000 or not status <@ array['registered', 'online', 'offline', 'disabled'] then
    perform rowlock._argument_refuse(
      field => 'status', reason => 'unknown',
      hint => 'registered, online, offline, disabled, or an array of these.');
  end if;
  if platform not in ('macos', 'linux') then
    perform rowlock._argument_refuse(field => 'platform', reason => 'unknown', hint => 'macos or linux.');
  end if;
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 500);
  v_after := rowlock._cursor_place(after => after, types => '{text}') ->> 0;

  v_hosts := array(
    select h
    from rowlock.host h
    where (v_after is null or h.name > v_after)
      and (host_list.name is null or h.name = host_list.name)
      -- strpos takes the term as it is: no pattern characters to escape.
      and (host_list.search is null or strpos(lower(h.name), lower(host_list.search)) > 0)
      and (host_list.status is null or h.status = any (host_list.status))
      and (host_list.platform is null or h.platform = host_list.platform)
      and (host_list.instance_suspect is null or h.instance_suspect = host_list.instance_suspect)
      and (host_list.is_eligible is null
        or host_list.is_eligible = rowlock._host_is_eligible(h.status, h.instance_suspect, h.last_seen_at, v_now))
      and (host_list.bot_id is null or h.bot_id = host_list.bot_id)
    order by h.name
    limit host_list.max_rows + 1);
  return row(
    coalesce((
      select jsonb_agg(rowlock._host_shown(host => v_hosts[i]) order by i) from generate_series(1, least(cardinality(v_hosts), max_rows)) i),
      '[]'),
    case when cardinality(v_hosts) > max_rows
      then rowlock._cursor_text(place => jsonb_build_array((v_hosts[max_rows]).name)) end)::rowlock.host_page;
end;
$$;

comment on function rowlock.host_list is
  'A page of the hosts, by name, each with the number of its runs that are open. name: the one of that name; search: a part of it; is_eligible: those that may take a run now, or the others. Whoever is signed in may look. Raises PT400, PT401, PT403.
Example: {"status": ["online", "offline"], "max_rows": 10}';
revoke all on function rowlock.host_list from public;
select rowlock._function_grant('host_list', 'service', 'user', 'proxy');
