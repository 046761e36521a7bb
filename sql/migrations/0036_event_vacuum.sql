-- The journal is vacuumed by what is written to it, whatever was counted as dead.

-- A vacuum during which a purge commits leaves the purged rows, and reports that no row is dead. The next one comes by
-- the inserts, a fifth of the table by default: with a short retention the table grew by half in between.
alter table rowlock.event set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);
