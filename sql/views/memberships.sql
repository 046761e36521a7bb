-- rowlock.memberships: who is in which role, by name, for DBAs and dashboards.
create or replace view rowlock.memberships as
select
  u.external_id,
  u.display_name,
  u.account_type,
  u.status,
  m.*
from rowlock.membership as m
inner join rowlock.user_account as u on m.user_id = u.id;

comment on view rowlock.memberships is 'Memberships with the names of the accounts.';
select rowlock._view_grant('memberships');
