-- Message groups that a session has accepted (owner and holder are not 0), and groups with a state. The dropped table
-- was not in use.
DROP TABLE restante_message_group;
CREATE TABLE restante_message_group (
  entity BIGINT NOT NULL,
  group_id text NOT NULL,
  owner BIGINT NOT NULL,
  holder BIGINT NOT NULL,
  state bytea,
  PRIMARY KEY (entity, group_id)
);
CREATE INDEX restante_message_group_held ON restante_message_group (entity) WHERE owner <> 0;
