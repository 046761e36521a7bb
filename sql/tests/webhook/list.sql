begin;
\ir ../_fixtures.psql
select plan(12);

select hook('one', 'worker'), hook('two', 'worker'), hook('three', 'lead');
select rowlock.webhook_disable(id => (hook_of('two')).id, actor => who('worker'));

-- listed(by, …): their names in order.
create function listed(by text, owner_id uuid default null, status text default null, max_rows integer default 50, skip_rows integer default 0)
returns text[] language sql as $$
  select array(select i ->> 'description' from jsonb_array_elements((rowlock.webhook_list(
    owner_id => listed.owner_id, status => listed.status, max_rows => listed.max_rows, skip_rows => listed.skip_rows, actor => who(listed.by))).items) i);
$$;
select is(listed('worker'), '{one,two}'::text[], 'one sees one''s own');
select is(listed('lead'), '{three}'::text[], 'as does the next');
select is(listed('nobody'), '{}'::text[], 'who has none sees none');
select is(listed('chief'), '{one,two,three}'::text[], 'a global account sees all, the oldest first');
select is(listed('chief', owner_id => who('lead')), '{three}'::text[], 'or those of one owner');
select is(listed('worker', owner_id => who('lead')), '{}'::text[], 'which opens nobody else''s');
select is(listed('worker', status => 'disabled'), '{two}'::text[], 'by status');
select is(listed('chief', max_rows => 1, skip_rows => 1), '{two}'::text[], 'by pages');
select is((rowlock.webhook_list(max_rows => 1, actor => who('chief'))).total, 3::bigint, 'with how many there are');
select refused($$select listed('chief', status => 'off')$$, 'PT400', 'argument_invalid', 'unknown', 'a status that there is not is refused', 'status');
select refused($$select listed('chief', max_rows => 501)$$, 'PT400', 'argument_invalid', 'out_of_range', 'so is a page too long', 'max_rows');
select refused($$select listed('suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
