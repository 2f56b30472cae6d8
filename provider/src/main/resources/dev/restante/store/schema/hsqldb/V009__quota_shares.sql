-- How many of an entity's places in flight each node may fill, and since when it waits for more. A store that one
-- process has for itself leaves it empty.
CREATE CACHED TABLE IF NOT EXISTS restante_quota_share (
  entity BIGINT NOT NULL,
  incarnation BIGINT NOT NULL,
  places INT NOT NULL,
  wanted_since BIGINT,
  PRIMARY KEY (entity, incarnation)
);
