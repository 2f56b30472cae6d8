-- Text compares by UTF-16 code unit, because the default collation of HSQLDB treats 'x' and 'x ' as equal. An altered
-- column type does not reorder existing indexes. Therefore this migration creates each table with indexed text again,
-- with the columns in unchanged order. When it runs again, a table may exist under its old name, its new name or both.
-- The collation restante_text is created before.
CREATE CACHED TABLE IF NOT EXISTS restante_entity_new (
  id BIGINT PRIMARY KEY,
  kind SMALLINT NOT NULL,
  name_class SMALLINT NOT NULL,
  name VARCHAR(4000) COLLATE restante_text NOT NULL,
  parent BIGINT NOT NULL,
  dead_letter_queue BIGINT NOT NULL,
  options VARCHAR(100000) NOT NULL,
  selector VARCHAR(100000) COLLATE restante_text,
  subscription_kind SMALLINT,
  subscription_name VARCHAR(2000) COLLATE restante_text,
  client_id VARCHAR(2000) COLLATE restante_text,
  connection_id VARCHAR(2000) COLLATE restante_text,
  no_local BOOLEAN NOT NULL,
  lasting BOOLEAN NOT NULL,
  subscription_set_version BIGINT NOT NULL,
  version BIGINT NOT NULL,
  UNIQUE (name_class, name)
);

CREATE CACHED TABLE IF NOT EXISTS restante_entity (LIKE restante_entity_new);

INSERT INTO restante_entity_new (id, kind, name_class, name, parent, dead_letter_queue, options, selector, subscription_kind, subscription_name, client_id,
  connection_id, no_local, lasting, subscription_set_version, version)
SELECT id, kind, name_class, name, parent, dead_letter_queue, options, selector, subscription_kind, subscription_name, client_id,
  connection_id, no_local, lasting, subscription_set_version, version
FROM restante_entity AS o WHERE NOT EXISTS (SELECT 1 FROM restante_entity_new AS n WHERE n.id = o.id);

DROP TABLE restante_entity;

ALTER TABLE restante_entity_new RENAME TO restante_entity;

CREATE INDEX IF NOT EXISTS restante_entity_parent ON restante_entity (parent);

CREATE CACHED TABLE IF NOT EXISTS restante_message_group_new (
  entity BIGINT NOT NULL,
  group_id VARCHAR(100000) COLLATE restante_text NOT NULL,
  owner BIGINT NOT NULL,
  holder BIGINT NOT NULL,
  state VARBINARY(1000000000),
  PRIMARY KEY (entity, group_id)
);

CREATE CACHED TABLE IF NOT EXISTS restante_message_group (LIKE restante_message_group_new);

INSERT INTO restante_message_group_new
SELECT * FROM restante_message_group AS o
WHERE NOT EXISTS (SELECT 1 FROM restante_message_group_new AS n WHERE n.entity = o.entity AND n.group_id = o.group_id);

DROP TABLE restante_message_group;

ALTER TABLE restante_message_group_new RENAME TO restante_message_group;

CREATE CACHED TABLE IF NOT EXISTS restante_duplicate_id_new (
  entity BIGINT NOT NULL,
  duplicate_id VARCHAR(2000) COLLATE restante_text NOT NULL,
  kept_until BIGINT NOT NULL,
  PRIMARY KEY (entity, duplicate_id)
);

CREATE CACHED TABLE IF NOT EXISTS restante_duplicate_id (LIKE restante_duplicate_id_new);

INSERT INTO restante_duplicate_id_new
SELECT * FROM restante_duplicate_id AS o
WHERE NOT EXISTS (SELECT 1 FROM restante_duplicate_id_new AS n
  WHERE n.entity = o.entity AND n.duplicate_id = o.duplicate_id);

DROP TABLE restante_duplicate_id;

ALTER TABLE restante_duplicate_id_new RENAME TO restante_duplicate_id;

CREATE INDEX IF NOT EXISTS restante_duplicate_id_until ON restante_duplicate_id (kept_until);

CREATE CACHED TABLE IF NOT EXISTS restante_receive_attempt_new (
  entity BIGINT NOT NULL,
  attempt_id VARCHAR(2000) COLLATE restante_text NOT NULL,
  deliveries VARBINARY(1000000) NOT NULL,
  kept_until BIGINT NOT NULL,
  PRIMARY KEY (entity, attempt_id)
);

CREATE CACHED TABLE IF NOT EXISTS restante_receive_attempt (LIKE restante_receive_attempt_new);

INSERT INTO restante_receive_attempt_new
SELECT * FROM restante_receive_attempt AS o
WHERE NOT EXISTS (SELECT 1 FROM restante_receive_attempt_new AS n
  WHERE n.entity = o.entity AND n.attempt_id = o.attempt_id);

DROP TABLE restante_receive_attempt;

ALTER TABLE restante_receive_attempt_new RENAME TO restante_receive_attempt;

CREATE INDEX IF NOT EXISTS restante_receive_attempt_until ON restante_receive_attempt (kept_until);

CREATE CACHED TABLE IF NOT EXISTS restante_setting_new (
  name VARCHAR(200) COLLATE restante_text PRIMARY KEY,
  setting_value VARCHAR(100000) NOT NULL
);

CREATE CACHED TABLE IF NOT EXISTS restante_setting (LIKE restante_setting_new);

INSERT INTO restante_setting_new
SELECT * FROM restante_setting AS o WHERE NOT EXISTS (SELECT 1 FROM restante_setting_new AS n WHERE n.name = o.name);

DROP TABLE restante_setting;

ALTER TABLE restante_setting_new RENAME TO restante_setting;

ALTER TABLE restante_delivery ALTER COLUMN group_id SET DATA TYPE VARCHAR(100000) COLLATE restante_text;

ALTER TABLE restante_delivery ALTER COLUMN reason SET DATA TYPE VARCHAR(100000) COLLATE restante_text;

ALTER TABLE restante_delivery ALTER COLUMN source SET DATA TYPE VARCHAR(4000) COLLATE restante_text;
