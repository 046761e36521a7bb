begin;
\ir ../_fixtures.psql
select plan(13);

select lend('filler', 'nobody', since => '-3 hours'), lend('worker', 'engineer', since => '-2 hours'),
  lend('engineer', 'nobody', role => 'engineer', since => '2 hours'), lend('filler', 'worker', since => '-9 hours', until => '-8 hours');

-- seen(by, …): giver, delegate and state of each, in order.
create function seen(by text, of_user text default null, role text default null, active boolean default null, max_rows integer default 100, skip_rows integer default 0)
returns text[] language sql as $$
  select array(
    select format('%s %s %s', f.external_id, t.external_id, i.value ->> 'state')
    from jsonb_array_elements((rowlock.delegation_list_answer(result => rowlock.delegation_list(
      user_id => who(seen.of_user), role => seen.role, active => seen.active, max_rows => seen.max_rows, skip_rows => seen.skip_rows,
      actor => who(seen.by)))).body -> 'delegations') with ordinality i
    join rowlock.user_account f on f.id = (i.value ->> 'from_user')::uuid
    join rowlock.user_account t on t.id = (i.value ->> 'to_user')::uuid
    order by i.ordinality);
$$;

select is(seen('chief'), '{engineer nobody planned,worker engineer active,filler nobody active,filler worker over}', 'a global account sees all, the latest first');
select is(seen('nobody'), '{engineer nobody planned,filler nobody active}', 'one sees what one has');
select is(seen('filler'), '{filler nobody active,filler worker over}', 'and what one gave');
select is(seen('lead'), '{worker engineer active,filler nobody active,filler worker over}', 'an admin sees those of the role');
select is(seen('worker_two'), '{}', 'other members see none');
select is(seen('chief', of_user => 'worker'), '{worker engineer active,filler worker over}', 'of an account, either way');
select is(seen('chief', role => 'engineer'), '{engineer nobody planned}', 'of a role');
select is(seen('chief', active => true), '{worker engineer active,filler nobody active}', 'those that hold now');
select is(seen('chief', active => false), '{engineer nobody planned,filler worker over}', 'those that do not');
select is(seen('chief', max_rows => 1, skip_rows => 1), '{worker engineer active}', 'by pages');
select is((rowlock.delegation_list(max_rows => 1, actor => who('chief'))).total, 4::bigint, 'with the number of all');
select refused($$select rowlock.delegation_list(max_rows => 0, actor => who('chief'))$$, 'PT400', 'argument_invalid', 'out_of_range', 'an empty page is refused', 'max_rows');
select refused($$select rowlock.delegation_list(actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
