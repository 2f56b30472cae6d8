-- Groups that somebody has accepted (owner and holder are not 0), and those that have a state. It was not used before.
DROP TABLE restante_message_group IF EXISTS;
CREATE CACHED TABLE IF NOT EXISTS restante_message_group (
  entity BIGINT NOT NULL,
  group_id VARCHAR(100000) NOT NULL,
  owner BIGINT NOT NULL,
  holder BIGINT NOT NULL,
  state VARBINARY(1000000000),
  PRIMARY KEY (entity, group_id)
);
