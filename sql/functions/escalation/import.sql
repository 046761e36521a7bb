-- rowlock.escalation_import(rows, source, actor): steps of an event log become rows with their history.
-- Reads: rowlock.user_account. Writes: rowlock.escalation, rowlock.user_account, rowlock.role, rowlock.event.
create or replace function rowlock.escalation_import(
  rows   jsonb,
  source text,
  actor  uuid default rowlock.actor_current()
)
returns rowlock.escalation_imported
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_roles  text[] := '{}';
  v_held   integer;
  v_ids    uuid[];
  v_result rowlock.escalation_imported;
begin
  perform rowlock._argument_text(field => 'source', value => source, required => true);
  perform rowlock._actor_global(access => v_access);
  perform rowlock._escalation_import_check(rows => rows);

  -- Each insert is ordered, so that two imports of one log wait for each other and never deadlock.
  insert into rowlock.user_account (external_id, display_name, status)
  select 'import:' || s.resource, s.resource, 'inactive'
  from jsonb_to_recordset(escalation_import.rows) s (resource text)
  where s.resource <> ''
  group by s.resource
  order by s.resource
  on conflict on constraint user_account_external_id_key do nothing;
  get diagnostics v_result.users = row_count;

  loop
    with made as (
      insert into rowlock.role (role)
      select distinct s.role
      from jsonb_to_recordset(escalation_import.rows) s (role text)
      order by s.role
      on conflict on constraint role_pkey do nothing
      returning role.role
    )
    select v_roles || array(select m.role from made m order by m.role) into v_roles;
    -- Held until the rows are there; one that was deleted between the two statements is made again.
    perform from rowlock.role r
    where r.role in (select s.role from jsonb_to_recordset(escalation_import.rows) s (role text))
    order by r.role
    for key share;
    get diagnostics v_held = row_count;
    exit when v_held = (select count(distinct s.role) from jsonb_to_recordset(rows) s (role text));
  end loop;
  v_result.roles := cardinality(v_roles);
  perform rowlock._event_append(
    topic => 'role.updated', subject_type => 'role', subject_id => r.role, role => r.role,
    actor => v_access.actor, payload => jsonb_build_object('change', 'created'))
  from unnest(v_roles) r (role);

  with made as (
    insert into rowlock.escalation (
      id, role, type, subtype, status, origin_id, initiated_by, created_by,
      assigned_to, claimed_at, claim_no, resolved_at, resolved_by, ended_at, version, created_at, updated_at, level_from)
    select
      rowlock._escalation_import_id(escalation_import.source, s.origin_id, s.key) as id,
      s.role, s.type, s.type,
      case when s.resolved_at is null then 'pending' else 'resolved' end,
      s.origin_id, 'import:' || escalation_import.source, v_access.actor,
      case when s.claimed_at is not null then u.id end, s.claimed_at, (s.claimed_at is not null)::integer,
      s.resolved_at, case when s.resolved_at is not null then u.id end, s.resolved_at,
      1 + (s.claimed_at is not null)::integer + (s.resolved_at is not null)::integer,
      s.created_at, coalesce(s.resolved_at, s.created_at),
      -- It comes into the role now: what happened elsewhere is no reason to pass it on at once.
      case when s.resolved_at is null then clock_timestamp() end
    from jsonb_to_recordset(escalation_import.rows) s (
      origin_id text, key text, type text, role text, resource text,
      created_at timestamptz, claimed_at timestamptz, resolved_at timestamptz)
    left join rowlock.user_account u on u.external_id = 'import:' || s.resource
    -- The history has keys of its own, so a conflict does not tell of a row that was archived.
    where not exists (
      select from rowlock.escalation e
      where e.id = rowlock._escalation_import_id(escalation_import.source, s.origin_id, s.key)
        and e.status <> 'pending')
    order by 1
    on conflict on constraint escalation_pkey do nothing
    returning escalation.id
  )
  select coalesce(array_agg(m.id), '{}') into v_ids from made m;
  v_result.created := cardinality(v_ids);
  v_result.existing := jsonb_array_length(rows) - v_result.created;

  if v_result.created > 0 then
    perform rowlock._escalation_import_journal(ids => v_ids, source => source, actor => v_access.actor);
  end if;
  return v_result;
end;
$$;

comment on function rowlock.escalation_import is
  'At most 5,000 steps {origin_id, key, type, role, resource, created_at, claimed_at, resolved_at} of a log. A step that was imported under the same source, origin_id and key is left as it is. One without resolved_at is pending, and its levels count from now. Missing roles are made; a resource is the inactive account import:<resource>. Needs global access. Raises PT400, PT401, PT403.';
revoke all on function rowlock.escalation_import from public;
select rowlock._function_grant('escalation_import', 'service', 'user', 'proxy');
