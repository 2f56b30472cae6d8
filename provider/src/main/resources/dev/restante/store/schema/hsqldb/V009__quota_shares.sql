-- In-flight share of each node in an entity, and the time since which the node waits for a larger share. It is empty in
-- an embedded store.
CREATE CACHED TABLE IF NOT EXISTS restante_quota_share (
  entity BIGINT NOT NULL,
  incarnation BIGINT NOT NULL,
  places INT NOT NULL,
  wanted_since BIGINT,
  PRIMARY KEY (entity, incarnation)
);
