-- Who sees what: in the page, in the count, in queues and in any other list.
begin;
\ir ../../_fixtures.psql
\ir ../../_search.psql
select plan(52);

select ask('open'), ask('for_filler', assigned_to => who('filler')), ask('for_worker', assigned_to => who('worker'));
select ask('elsewhere', role => 'engineer'), ask('filler_elsewhere', role => 'engineer', assigned_to => who('chief'));
update rowlock.escalation set assigned_to = who('filler') where id = esc('filler_elsewhere');
select ask('unrouted', role => 'planner');
update rowlock.escalation set role = '' where id = esc('unrouted');

create function sees(expected text[], query jsonb, by text, label text) returns setof text language plpgsql as $$
declare
  r record;
begin
  for r in
    select q.way, query || q.more as query
    from (values ('any list', '{}'::jsonb), ('a queue', '{"status": "pending"}'),
      ('a queue in another order', '{"status": "pending", "order_by": [{"field": "type"}]}')) q (way, more)
  loop
    return next set_eq(format('select unnest(seen(%L, %L))', r.query, by), expected, format('%s: %s', r.way, label));
    -- A page of no rows but one leaves the count to its own statement.
    return next is((page(r.query || '{"max_rows": 1}', by)).total, cardinality(expected)::bigint, format('%s: %s, in the count', r.way, label));
  end loop;
end;
$$;

select sees('{open,for_filler,for_worker}', '{}', 'worker', 'read=all sees its role');
select sees('{for_filler}', '{}', 'filler', 'read=self sees what is assigned to it, in its role');
select sees('{open,for_filler,for_worker,elsewhere,filler_elsewhere,unrouted}', '{}', 'chief', 'a global caller sees all, unrouted rows too');
select sees('{}', '{}', 'nobody', 'without a membership there is nothing');
select sees('{elsewhere,filler_elsewhere}', '{"role": "engineer"}', 'chief', 'a role narrows');

-- read=all and read=self side by side
insert into rowlock.membership (user_id, role, read_scope, write_scope) values (who('filler'), 'engineer', 'all', 'none');
select set_eq($$select unnest(seen('{"status": "pending"}', 'filler'))$$, '{for_filler,elsewhere,filler_elsewhere}'::text[],
  'a queue of one role and own rows of another');
select is((page('{"status": "pending", "max_rows": 1}', 'filler')).total, 3::bigint, 'and their count');
select set_eq($$select unnest(seen('{}', 'filler'))$$, '{for_filler,elsewhere,filler_elsewhere}'::text[], 'and any list');
select is(seen('{"status": "pending", "roles": ["reviewer"]}', 'filler'), '{for_filler}', 'narrowed to the role of own rows');
select is((page('{"status": "pending", "available": false}', 'filler')).total, 0::bigint, 'own rows obey availability');
select hold('for_filler', 'worker');
select is(seen('{"status": "pending", "role": "reviewer"}', 'filler'), '{}', 'a row that another took is no longer one''s own');
select hold('filler_elsewhere', 'chief'), lapse('filler_elsewhere');

-- Roles narrow and never widen
select is(page('{"role": "engineer"}', 'worker'), '([],0,f,)'::rowlock.escalation_page, 'a role out of scope is an empty page, and no error');
select is(page('{"role": "engineer", "count": "false"}', 'worker'), '([],,f,)'::rowlock.escalation_page, 'with no total when none is asked for');
select is(page('{"roles": ["engineer", "nowhere", ""]}', 'worker'), '([],0,f,)'::rowlock.escalation_page, 'several of them too');
select set_eq($$select unnest(seen('{"roles": ["engineer", "reviewer", "reviewer"]}', 'worker'))$$, '{open,for_filler,for_worker}'::text[],
  'what is in scope remains');
select set_eq($$select unnest(seen('{"roles": ["engineer", "reviewer", "reviewer"], "status": "pending"}', 'chief'))$$,
  '{open,for_filler,for_worker,elsewhere,filler_elsewhere}'::text[], 'a role named twice gives its rows once');
select is((page('{"roles": []}', 'chief')).total, 0::bigint, 'an empty set of roles matches nothing');
select is((page('{"roles": [], "status": "pending"}', 'worker')).total, 0::bigint, 'in a queue too');
select is((page('{"roles": ["engineer"], "role": "reviewer"}', 'chief')).total, 0::bigint, 'role and roles are joined by AND');
select is((page('{"roles": ["engineer", "reviewer"], "role": "reviewer"}', 'chief')).total, 3::bigint, 'to what both name');
select is(seen('{"role": ""}', 'chief'), '{unrouted}', 'unrouted rows have the empty role');
select is(seen('{"role": ""}', 'worker'), '{}', 'which is in nobody''s scope');

-- What cannot be seen cannot be found
select is(seen(jsonb_build_object('ids', array[esc('elsewhere'), esc('open')]), 'worker'), '{open}', 'by ids');
select is(seen(jsonb_build_object('search', esc('elsewhere')), 'worker'), '{}', 'by a search');
select is(seen(jsonb_build_object('search', esc('open')), 'watcher'), '{}', 'by a watcher of own rows');

-- Logins of their own
select login('tap_worker', 'user', who('worker'));
select is(as_login('tap_worker', 'select (rowlock.escalation_search()).total'), '3', 'a login sees what its account sees');
select refused($$select as_login('tap_worker', 'select rowlock.escalation_search(actor => who(''chief''))')$$,
  'PT403', 'actor_own', 'impersonation', 'and not what another''s does');

select * from finish();
rollback;
