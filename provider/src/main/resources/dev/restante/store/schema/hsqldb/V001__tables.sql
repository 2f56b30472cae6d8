-- Statements end with a semicolon at the end of a line. HSQLDB commits each statement by itself, so each statement can
-- be run again.

CREATE SEQUENCE IF NOT EXISTS restante_entity_id AS BIGINT START WITH 1;

CREATE MEMORY TABLE IF NOT EXISTS restante_node (
  incarnation BIGINT PRIMARY KEY,
  node_number INTEGER NOT NULL,
  name VARCHAR(1000) NOT NULL,
  lease_until BIGINT NOT NULL,
  alive BOOLEAN NOT NULL,
  waiting VARCHAR(100000)
);

-- The row (0, 0) belongs to no node. Its batch is the highest incarnation that a node ever got, and its highest_id is
-- the highest id of all forgotten incarnations.
CREATE MEMORY TABLE IF NOT EXISTS restante_pipeline (
  incarnation BIGINT NOT NULL,
  pipeline_number INTEGER NOT NULL,
  batch BIGINT NOT NULL,
  alive BOOLEAN NOT NULL,
  highest_id BIGINT NOT NULL,
  PRIMARY KEY (incarnation, pipeline_number)
);

-- name_class: 1 queues and dead-letter queues, 2 topics, 3 subscriptions
CREATE CACHED TABLE IF NOT EXISTS restante_entity (
  id BIGINT PRIMARY KEY,
  kind SMALLINT NOT NULL,
  name_class SMALLINT NOT NULL,
  name VARCHAR(2000) NOT NULL,
  parent BIGINT NOT NULL,
  dead_letter_queue BIGINT NOT NULL,
  options VARCHAR(100000) NOT NULL,
  selector VARCHAR(100000),
  subscription_kind SMALLINT,
  subscription_name VARCHAR(2000),
  client_id VARCHAR(2000),
  connection_id VARCHAR(2000),
  no_local BOOLEAN NOT NULL,
  lasting BOOLEAN NOT NULL,
  subscription_set_version BIGINT NOT NULL,
  version BIGINT NOT NULL,
  CONSTRAINT restante_entity_name UNIQUE (name_class, name)
);

CREATE INDEX IF NOT EXISTS restante_entity_parent ON restante_entity (parent);

-- Nodes that use a subscription or a temporary destination. An entity that is not permanent is deleted with its last
-- user.
CREATE CACHED TABLE IF NOT EXISTS restante_entity_user (
  entity BIGINT NOT NULL,
  incarnation BIGINT NOT NULL,
  PRIMARY KEY (entity, incarnation)
);

CREATE CACHED TABLE IF NOT EXISTS restante_entity_use (
  entity BIGINT PRIMARY KEY,
  used_at BIGINT NOT NULL
);

CREATE CACHED TABLE IF NOT EXISTS restante_message (
  id BIGINT PRIMARY KEY,
  fan_out INTEGER NOT NULL,
  head VARBINARY(1000000000) NOT NULL,
  body VARBINARY(1000000000)
);

-- Number of remaining deliveries of a message that had several deliveries. The message is deleted with its last
-- delivery.
CREATE CACHED TABLE IF NOT EXISTS restante_shared_message (
  id BIGINT PRIMARY KEY,
  remaining INTEGER NOT NULL
);

-- Direct deliveries, each in one row with its message, until they are completed or need an ordinary row. If the message
-- has several deliveries, the message is stored separately, and its row here has another id, no header and no body. The
-- nodes keep this table small, so HSQLDB can keep it in memory. The log makes it as durable as other tables.
CREATE MEMORY TABLE IF NOT EXISTS restante_born_message (
  id BIGINT PRIMARY KEY,
  message BIGINT NOT NULL,
  entity BIGINT NOT NULL,
  owner BIGINT NOT NULL,
  precedence SMALLINT NOT NULL,
  size_bytes INTEGER NOT NULL,
  enqueued_at BIGINT NOT NULL,
  expires_at BIGINT,
  head VARBINARY(1000000000),
  body VARBINARY(1000000000)
);

CREATE CACHED TABLE IF NOT EXISTS restante_delivery (
  id BIGINT PRIMARY KEY,
  message BIGINT NOT NULL,
  entity BIGINT NOT NULL,
  state SMALLINT NOT NULL,
  precedence SMALLINT NOT NULL,
  queue_position BIGINT NOT NULL,
  group_id VARCHAR(100000),
  size_bytes INTEGER NOT NULL,
  persistent BOOLEAN NOT NULL,
  sole BOOLEAN NOT NULL,
  visible_at BIGINT NOT NULL,
  enqueued_at BIGINT NOT NULL,
  expires_at BIGINT,
  due_at BIGINT,
  delivery_count INTEGER NOT NULL,
  owner BIGINT NOT NULL,
  acquisition INTEGER NOT NULL,
  suspect BOOLEAN NOT NULL,
  noted BOOLEAN NOT NULL,
  branch BIGINT NOT NULL
);

CREATE INDEX IF NOT EXISTS restante_delivery_order ON restante_delivery (entity, state, precedence, queue_position, id);

CREATE INDEX IF NOT EXISTS restante_delivery_due ON restante_delivery (due_at);

CREATE CACHED TABLE IF NOT EXISTS restante_delivery_note (
  delivery BIGINT PRIMARY KEY,
  reason VARCHAR(100000),
  description VARCHAR(1000000),
  source VARCHAR(2000),
  original_expiration BIGINT NOT NULL,
  changed_properties VARBINARY(1000000000)
);

CREATE CACHED TABLE IF NOT EXISTS restante_message_group (
  entity BIGINT NOT NULL,
  group_id VARCHAR(100000) NOT NULL,
  owner BIGINT NOT NULL,
  locked_until BIGINT NOT NULL,
  state VARBINARY(1000000000),
  PRIMARY KEY (entity, group_id)
);

CREATE CACHED TABLE IF NOT EXISTS restante_duplicate_id (
  entity BIGINT NOT NULL,
  duplicate_id VARCHAR(2000) NOT NULL,
  kept_until BIGINT NOT NULL,
  PRIMARY KEY (entity, duplicate_id)
);

CREATE INDEX IF NOT EXISTS restante_duplicate_id_until ON restante_duplicate_id (kept_until);

CREATE CACHED TABLE IF NOT EXISTS restante_receive_attempt (
  entity BIGINT NOT NULL,
  attempt_id VARCHAR(2000) NOT NULL,
  deliveries VARBINARY(1000000) NOT NULL,
  kept_until BIGINT NOT NULL,
  PRIMARY KEY (entity, attempt_id)
);

CREATE INDEX IF NOT EXISTS restante_receive_attempt_until ON restante_receive_attempt (kept_until);

CREATE CACHED TABLE IF NOT EXISTS restante_xa_branch (
  id BIGINT PRIMARY KEY,
  format_id INTEGER NOT NULL,
  global_id VARBINARY(64) NOT NULL,
  branch_id VARBINARY(64) NOT NULL,
  state SMALLINT NOT NULL,
  incarnation BIGINT NOT NULL,
  prepared_at BIGINT NOT NULL,
  decided_at BIGINT,
  CONSTRAINT restante_xa_branch_xid UNIQUE (format_id, global_id, branch_id)
);

CREATE CACHED TABLE IF NOT EXISTS restante_xa_branch_change (
  branch BIGINT NOT NULL,
  ordinal INTEGER NOT NULL,
  kind SMALLINT NOT NULL,
  delivery BIGINT NOT NULL,
  content VARBINARY(1000000000),
  PRIMARY KEY (branch, ordinal)
);
