-- rowlock._escalation_moves(after, through): how the events of a range changed the number of open rows.
-- Reads: rowlock.event, rowlock.escalation.
create or replace function rowlock._escalation_moves(
  after   bigint,
  through bigint default null
)
returns setof rowlock.escalation_fold_count
language sql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
  select m.role, t.type, sum(m.open)::bigint
  from (
    select
      v.role, v.topic, case when v.topic = 'escalation.reassigned' then v.payload ->> 'from_role' end as from_role,
      -- What has ended may be in the history; what is open, or was just now, hardly ever is.
      coalesce(
        case when v.topic = 'escalation.created' then v.payload ->> 'type' end,
        (select e.type from only rowlock.escalation e where e.id = v.subject_id::uuid),
        (select e.type from rowlock.escalation e where e.id = v.subject_id::uuid)) as type
    from rowlock.event v
    where v.seq > _escalation_moves.after and v.seq <= coalesce(_escalation_moves.through, 9223372036854775807)
      and v.subject_type = 'escalation'
      and (v.topic in ('escalation.created', 'escalation.resolved', 'escalation.cancelled', 'escalation.expired')
        -- To another person alone is no move.
        or (v.topic = 'escalation.reassigned' and v.payload ? 'from_role'))
    -- The type is looked up once, and not wherever it is asked for below.
    offset 0
  ) t
  cross join lateral (
    values
      (t.role, case when t.topic in ('escalation.created', 'escalation.reassigned') then 1 else -1 end), (t.from_role, -1)
  ) m (role, open)
  where m.role is not null and t.type is not null
  group by m.role, t.type
  having sum(m.open) <> 0;
$$;

comment on function rowlock._escalation_moves is
  'By role and type: created less ended, and what moved between roles, of the events after one number up to another (null: all that the snapshot has).';
revoke all on function rowlock._escalation_moves from public;
