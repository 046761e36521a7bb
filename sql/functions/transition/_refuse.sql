-- rowlock._transition_refuse(machine, id, from_status, to_status): there is no such edge.
-- Reads: rowlock.transition.
create or replace function rowlock._transition_refuse(
  machine     text,
  id          uuid,
  from_status text,
  to_status   text
)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception 'transition is not legal'
    using errcode = 'PT409', constraint = 'transition_legal',
          detail = jsonb_build_object(
            'reason', 'illegal_transition', 'machine', machine, 'id', id, 'from', from_status, 'to', to_status,
            'allowed', array(
              select t.to_status from rowlock.transition t
              where t.machine = _transition_refuse.machine and t.from_status = _transition_refuse.from_status
              order by t.to_status))::text,
          hint = 'From its present status it goes to what is allowed, and nowhere else.';
end;
$$;

comment on function rowlock._transition_refuse is
  'Raises PT409. For verbs too whose status stays as it is and is no edge, such as stopping what is stopped.';
revoke all on function rowlock._transition_refuse from public;
