-- Branches that are prepared, or that an administrator has decided and not forgotten. The dropped tables were not in
-- use.
DROP TABLE restante_xa_branch_change;
DROP TABLE restante_xa_branch;
CREATE TABLE restante_xa_branch (
  id BIGINT PRIMARY KEY,
  format_id INTEGER NOT NULL,
  global_id bytea NOT NULL,
  qualifier bytea NOT NULL,
  state SMALLINT NOT NULL,
  incarnation BIGINT NOT NULL,
  prepared_at BIGINT NOT NULL,
  content bytea NOT NULL,
  CONSTRAINT restante_xa_branch_xid UNIQUE (format_id, global_id, qualifier)
);
ALTER TABLE restante_xa_branch SET (autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0);
