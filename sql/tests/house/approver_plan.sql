-- What a pop does that walks past rows which its actor has answered: a look at a key for each, and no more.
begin;
\ir ../_fixtures.psql
select plan(4);
set local track_functions = 'all';

insert into rowlock.escalation (id, role, type, approvals_required, approvals, created_at, updated_at)
select rowlock._uuid_v7(), 'reviewer', 'approval', 2, 1, now() - interval '1 day' + i * interval '1 ms', now() from generate_series(1, 1000) i;
insert into rowlock.approval (escalation_id, user_id, role, decision, resolver_payload, answered_at)
select e.id, who('worker'), e.role, '"yes"', '{"decision": "yes"}', now() from rowlock.escalation e;
insert into rowlock.escalation (id, role, type, approvals_required, created_at, updated_at)
select rowlock._uuid_v7(), 'reviewer', 'last', 2, now(), now();
analyze rowlock.escalation, rowlock.approval;

-- asked(actor, type): the type of the row that a pop gives, and how often it asked the dear way.
create function asked(actor text, out type text, out calls bigint) language plpgsql as $$
declare
  v_before bigint := coalesce(pg_stat_get_xact_function_calls('rowlock._escalation_answered'::regproc), 0);
begin
  type := (rowlock.escalation_claim_next(actor => who(asked.actor))).type;
  calls := coalesce(pg_stat_get_xact_function_calls('rowlock._escalation_answered'::regproc), 0) - v_before;
end;
$$;
create temp table pop as select w.name, k.* from unnest(array['worker', 'lead']) with ordinality w (name, n), asked(w.name) k order by w.n;
select is(p.type, v.type, format('%s is given the first row that they have not answered', v.name))
from (values ('worker', 'last'), ('lead', 'approval')) v (name, type) join pop p on p.name = v.name;
select cmp_ok(p.calls, '<', 30::bigint, format('%s: of what the actor has answered the key says so', p.name)) from pop p;

select * from finish();
rollback;
