-- Message groups that a session has accepted (owner and holder are not 0), and groups with a state. The dropped table
-- was not in use.
DROP TABLE restante_message_group IF EXISTS;
CREATE CACHED TABLE IF NOT EXISTS restante_message_group (
  entity BIGINT NOT NULL,
  group_id VARCHAR(100000) NOT NULL,
  owner BIGINT NOT NULL,
  holder BIGINT NOT NULL,
  state VARBINARY(1000000000),
  PRIMARY KEY (entity, group_id)
);
