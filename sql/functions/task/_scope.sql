-- rowlock._task_scope(id, initiated_by, escalation_id, access): no row when the task is hidden; else whether its payloads are seen.
-- Reads: rowlock.escalation.
create or replace function rowlock._task_scope(
  id            uuid,
  initiated_by  uuid,
  escalation_id uuid,
  access        rowlock.access
)
returns setof boolean
language sql stable security invoker
as $$
  -- OFFSET 0 keeps each question a probe of an index; without, a long list reads all escalations once.
  select ($4).is_global
    or $2 operator(pg_catalog.=) ($4).actor
    or exists (
      select from rowlock.escalation e
      where e.task_id operator(pg_catalog.=) $1 and e.role operator(pg_catalog.=) any (($4).admin_of)
      offset 0)
    or exists (
      select from rowlock.escalation e
      where e.id operator(pg_catalog.=) $3 and e.role operator(pg_catalog.=) any (($4).admin_of)
      offset 0)
  where ($4).is_global
    or $2 operator(pg_catalog.=) ($4).actor
    or exists (
      select from rowlock.escalation e
      where e.task_id operator(pg_catalog.=) $1 and rowlock._can_read($4, e.role, e.assigned_to)
      offset 0)
    or exists (
      select from rowlock.escalation e
      where e.id operator(pg_catalog.=) $3 and rowlock._can_read($4, e.role, e.assigned_to)
      offset 0)
$$;

comment on function rowlock._task_scope is
  'The one rule of who sees a task: global callers, its initiator and the admins of a role that one of its rows is in see it whole; whoever reads one of its rows, without payloads.';
revoke all on function rowlock._task_scope from public;
