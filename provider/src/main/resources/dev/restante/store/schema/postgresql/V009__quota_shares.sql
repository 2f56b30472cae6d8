-- How many of an entity's places in flight each node may fill, and since when it waits for more.
CREATE TABLE restante_quota_share (
  entity BIGINT NOT NULL,
  incarnation BIGINT NOT NULL,
  places INT NOT NULL,
  wanted_since BIGINT,
  PRIMARY KEY (entity, incarnation)
);
