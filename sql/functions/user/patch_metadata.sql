-- rowlock.user_patch_metadata(id, assign, remove, rename, actor): change some keys of an account's metadata.
-- Writes: rowlock.user_account.
create or replace function rowlock.user_patch_metadata(
  id     uuid,
  assign jsonb default '{}',
  remove text[] default '{}',
  rename jsonb default '{}',
  actor  uuid default rowlock.actor_current()
)
returns rowlock.user_account
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_user   rowlock.user_account;
  v_twice  text;
begin
  perform rowlock._user_owner_check(id => id, access => v_access);
  assign := coalesce(assign, '{}');
  remove := coalesce(remove, '{}');
  rename := coalesce(rename, '{}');
  perform rowlock._argument_object(field => 'assign', value => assign, max_bytes => 32768);
  perform rowlock._argument_object(field => 'rename', value => rename, max_bytes => 32768);
  if cardinality(remove) > 1000 then
    perform rowlock._argument_refuse(field => 'remove', reason => 'too_many', hint => 'Remove at most 1000 at once.');
  end if;
  if exists (select from jsonb_each(rename) n where jsonb_typeof(n.value) <> 'string') then
    perform rowlock._argument_refuse(field => 'rename', reason => 'not_string', hint => 'Give rename as {"old": "new"}.');
  end if;
  -- A key is touched once, so the order of the three does not matter.
  select k.key into v_twice
  from (
    select jsonb_object_keys(assign) as key
    union all select distinct unnest(remove)
    union all select n.key from jsonb_each_text(rename) n
    union all select n.value from jsonb_each_text(rename) n) k
  group by k.key
  having count(*) > 1
  order by 1
  limit 1;
  if v_twice is not null then
    perform rowlock._argument_refuse(
      field => v_twice, reason => 'repeated', hint => 'Assign, remove or rename a key once in a call.');
  end if;

  update rowlock.user_account u
  set
    metadata = (
      select coalesce(jsonb_object_agg(coalesce(user_patch_metadata.rename ->> m.key, m.key), m.value), '{}')
      from jsonb_each(u.metadata) m
      where m.key <> all (user_patch_metadata.remove)
        -- A key that takes another's name takes its place.
        and not exists (
          select from jsonb_each_text(user_patch_metadata.rename) n where n.value = m.key and u.metadata ? n.key)
    ) || user_patch_metadata.assign,
    updated_at = clock_timestamp()
  where u.id = user_patch_metadata.id
  returning u.* into v_user;
  perform rowlock._argument_object(field => 'metadata', value => v_user.metadata, max_bytes => 32768);
  v_user.password_hash := null;
  return v_user;
end;
$$;

comment on function rowlock.user_patch_metadata is
  'Assigns, removes and renames keys in one statement; other keys stay as others left them, keys that are not there are passed over. Who may: as user_patch. Raises PT400, PT401, PT403, PT404.
Example: {"assign": {"team": "north"}, "remove": ["desk"], "rename": {"phone": "mobile"}}';
revoke all on function rowlock.user_patch_metadata from public;
select rowlock._function_grant('user_patch_metadata', 'service', 'user', 'proxy');
