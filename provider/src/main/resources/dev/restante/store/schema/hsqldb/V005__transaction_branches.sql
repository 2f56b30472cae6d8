-- Branches that are prepared, or that an administrator has decided and not forgotten. The dropped tables were not in
-- use.
DROP TABLE restante_xa_branch_change IF EXISTS;
DROP TABLE restante_xa_branch IF EXISTS;
CREATE CACHED TABLE IF NOT EXISTS restante_xa_branch (
  id BIGINT PRIMARY KEY,
  format_id INTEGER NOT NULL,
  global_id VARBINARY(64) NOT NULL,
  qualifier VARBINARY(64) NOT NULL,
  state SMALLINT NOT NULL,
  incarnation BIGINT NOT NULL,
  prepared_at BIGINT NOT NULL,
  content VARBINARY(1000000000) NOT NULL,
  CONSTRAINT restante_xa_branch_xid UNIQUE (format_id, global_id, qualifier)
);
