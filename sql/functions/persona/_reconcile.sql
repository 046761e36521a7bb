-- rowlock._persona_reconcile(user_ids, actor): make the memberships of accounts what their personas and direct grants say.
-- Reads: rowlock.persona, rowlock.persona_role, rowlock.user_persona. Writes: rowlock.membership, rowlock.delegation, rowlock.event.
create or replace function rowlock._persona_reconcile(
  user_ids uuid[],
  actor    uuid default null
)
returns rowlock.persona_counts
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_counts rowlock.persona_counts := row(0, 0, 0, 0);
  v_row    rowlock.membership;
  r        record;
begin
  -- now: the row as it stands; then: as it has to be. Writes compare as none < self < all.
  for r in
    with wanted as (
      select distinct on (h.user_id, pr.role)
        h.user_id, pr.role, p.id as persona_id,
        case pr.relationship when 'write-all' then 'all' when 'write-self' then 'self' else 'none' end as write_scope
      from rowlock.user_persona h
      join rowlock.persona p on p.id = h.persona_id
      join rowlock.persona_role pr on pr.persona_id = p.id
      where h.user_id = any (_persona_reconcile.user_ids)
      order by h.user_id, pr.role, array_position(array['write-all', 'write-self', 'read-all'], pr.relationship), p.key
    ), held as (
      select
        m.*, m.granted_by_persona is null or m.direct_read_scope is not null as direct,
        coalesce(m.direct_read_scope, m.read_scope) as base_read, coalesce(m.direct_write_scope, m.write_scope) as base_write
      from rowlock.membership m
      where m.user_id = any (_persona_reconcile.user_ids)
    ), target as (
      select
        coalesce(w.user_id, h.user_id) as user_id, coalesce(w.role, h.role) as role, h.user_id is not null as stands,
        coalesce(h.direct, false) as direct, w.persona_id, h.granted_by_persona, h.base_read, h.base_write,
        h.read_scope as now_read, h.write_scope as now_write,
        case
          when coalesce(h.direct, false)
            and array_position(array['none', 'self', 'all'], h.base_write) > array_position(array['none', 'self', 'all'], w.write_scope)
          then h.base_write else w.write_scope end as then_write,
        -- A direct grant is lifted where a persona gives more; an admin type has all already.
        w.user_id is not null and (h.user_id is null or not h.direct or (h.type = 'member' and (h.base_read = 'self'
          or array_position(array['none', 'self', 'all'], h.base_write) < array_position(array['none', 'self', 'all'], w.write_scope)
        ))) as sustained
      from wanted w
      full join held h on h.user_id = w.user_id and h.role = w.role
      where w.user_id is not null or h.granted_by_persona is not null
    )
    select t.*
    from target t
    where (t.sustained or t.granted_by_persona is not null)
      and (not t.sustained
        or (t.persona_id, 'all', t.then_write) is distinct from (t.granted_by_persona, t.now_read, t.now_write))
    order by t.user_id, t.role
  loop
    if not r.stands then
      insert into rowlock.membership (user_id, role, read_scope, write_scope, granted_by_persona)
      values (r.user_id, r.role, 'all', r.then_write, r.persona_id)
      returning * into v_row;
      v_counts.granted := v_counts.granted + 1;
    elsif r.sustained then
      update rowlock.membership m
      set
        read_scope = 'all', write_scope = r.then_write, granted_by_persona = r.persona_id,
        direct_read_scope = case when r.direct then r.base_read end,
        direct_write_scope = case when r.direct then r.base_write end
      where m.user_id = r.user_id and m.role = r.role
      returning m.* into v_row;
      if r.now_read = 'self' or array_position(array['none', 'self', 'all'], r.then_write)
        > array_position(array['none', 'self', 'all'], r.now_write)
      then
        v_counts.raised := v_counts.raised + 1;
      else
        v_counts.refreshed := v_counts.refreshed + 1;
      end if;
    elsif r.direct then
      -- What was granted directly beneath stays.
      update rowlock.membership m
      set
        read_scope = r.base_read, write_scope = r.base_write,
        granted_by_persona = null, direct_read_scope = null, direct_write_scope = null
      where m.user_id = r.user_id and m.role = r.role
      returning m.* into v_row;
      v_counts.removed := v_counts.removed + 1;
    else
      delete from rowlock.membership m where m.user_id = r.user_id and m.role = r.role returning m.* into v_row;
      perform rowlock._delegation_end(user_id => r.user_id, role => r.role, actor => actor);
      v_counts.removed := v_counts.removed + 1;
    end if;
    perform rowlock._membership_journal(
      change => case when r.sustained or r.direct then 'granted' else 'revoked' end, membership => v_row, actor => actor);
  end loop;
  return v_counts;
end;
$$;

comment on function rowlock._persona_reconcile is
  'The highest allowance of all personas wins; a direct grant is lifted, never lowered or removed, and comes back as it was. Called with the accounts locked. Counts: granted (new), raised (more), refreshed (changed, not more), removed (no longer sustained).';
revoke all on function rowlock._persona_reconcile from public;
