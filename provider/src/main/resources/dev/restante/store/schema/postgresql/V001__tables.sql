-- Statements end with a semicolon at the end of a line. All of them run in one transaction.

CREATE SEQUENCE restante_entity_id;

CREATE TABLE restante_node (
  incarnation BIGINT PRIMARY KEY,
  node_number INTEGER NOT NULL,
  name text NOT NULL,
  lease_until BIGINT NOT NULL,
  alive BOOLEAN NOT NULL,
  waiting text
);

-- The row (0, 0) belongs to no node. Its batch is the highest incarnation that a node ever got, and its highest_id is
-- the highest id of all forgotten incarnations.
CREATE TABLE restante_pipeline (
  incarnation BIGINT NOT NULL,
  pipeline_number INTEGER NOT NULL,
  batch BIGINT NOT NULL,
  alive BOOLEAN NOT NULL,
  highest_id BIGINT NOT NULL,
  PRIMARY KEY (incarnation, pipeline_number)
);

-- name_class: 1 queues and dead-letter queues, 2 topics, 3 subscriptions
CREATE TABLE restante_entity (
  id BIGINT PRIMARY KEY,
  kind SMALLINT NOT NULL,
  name_class SMALLINT NOT NULL,
  name text NOT NULL,
  parent BIGINT NOT NULL,
  dead_letter_queue BIGINT NOT NULL,
  options text NOT NULL,
  selector text,
  subscription_kind SMALLINT,
  subscription_name text,
  client_id text,
  connection_id text,
  no_local BOOLEAN NOT NULL,
  lasting BOOLEAN NOT NULL,
  subscription_set_version BIGINT NOT NULL,
  version BIGINT NOT NULL,
  CONSTRAINT restante_entity_name UNIQUE (name_class, name)
);

CREATE INDEX restante_entity_parent ON restante_entity (parent);

-- Nodes that use a subscription or a temporary destination. An entity that is not permanent is deleted with its last
-- user.
CREATE TABLE restante_entity_user (
  entity BIGINT NOT NULL,
  incarnation BIGINT NOT NULL,
  PRIMARY KEY (entity, incarnation)
);

CREATE TABLE restante_entity_use (
  entity BIGINT PRIMARY KEY,
  used_at BIGINT NOT NULL
);

CREATE TABLE restante_message (
  id BIGINT PRIMARY KEY,
  fan_out INTEGER NOT NULL,
  head bytea NOT NULL,
  body bytea
);

-- Number of remaining deliveries of a message that had several deliveries. The message is deleted with its last
-- delivery.
CREATE TABLE restante_shared_message (
  id BIGINT PRIMARY KEY,
  remaining INTEGER NOT NULL
);

CREATE TABLE restante_delivery (
  id BIGINT PRIMARY KEY,
  message BIGINT NOT NULL,
  entity BIGINT NOT NULL,
  state SMALLINT NOT NULL,
  precedence SMALLINT NOT NULL,
  queue_position BIGINT NOT NULL,
  group_id text,
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

CREATE INDEX restante_delivery_order ON restante_delivery (entity, state, precedence, queue_position, id);

CREATE INDEX restante_delivery_due ON restante_delivery (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE restante_delivery_note (
  delivery BIGINT PRIMARY KEY,
  reason text,
  description text,
  source text,
  original_expiration BIGINT NOT NULL,
  changed_properties bytea
);

CREATE TABLE restante_message_group (
  entity BIGINT NOT NULL,
  group_id text NOT NULL,
  owner BIGINT NOT NULL,
  locked_until BIGINT NOT NULL,
  state bytea,
  PRIMARY KEY (entity, group_id)
);

CREATE TABLE restante_duplicate_id (
  entity BIGINT NOT NULL,
  duplicate_id text NOT NULL,
  kept_until BIGINT NOT NULL,
  PRIMARY KEY (entity, duplicate_id)
);

CREATE INDEX restante_duplicate_id_until ON restante_duplicate_id (kept_until);

CREATE TABLE restante_receive_attempt (
  entity BIGINT NOT NULL,
  attempt_id text NOT NULL,
  deliveries bytea NOT NULL,
  kept_until BIGINT NOT NULL,
  PRIMARY KEY (entity, attempt_id)
);

CREATE INDEX restante_receive_attempt_until ON restante_receive_attempt (kept_until);

CREATE TABLE restante_xa_branch (
  id BIGINT PRIMARY KEY,
  format_id INTEGER NOT NULL,
  global_id bytea NOT NULL,
  branch_id bytea NOT NULL,
  state SMALLINT NOT NULL,
  incarnation BIGINT NOT NULL,
  prepared_at BIGINT NOT NULL,
  decided_at BIGINT,
  CONSTRAINT restante_xa_branch_xid UNIQUE (format_id, global_id, branch_id)
);

CREATE TABLE restante_xa_branch_change (
  branch BIGINT NOT NULL,
  ordinal INTEGER NOT NULL,
  kind SMALLINT NOT NULL,
  delivery BIGINT NOT NULL,
  content bytea,
  PRIMARY KEY (branch, ordinal)
);

-- Rows of the hot tables are inserted and deleted all the time. Autovacuum runs after a fixed number of dead rows
-- instead of a share of the table, and without pauses, so that the start of the order index stays short. Updates of a
-- delivery change indexed columns, so a lower fill factor would not help. Tables whose rows are updated in place have a
-- lower fill factor.
ALTER TABLE restante_delivery SET (autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05, autovacuum_analyze_threshold = 5000,
  autovacuum_vacuum_cost_delay = 0);

ALTER TABLE restante_message SET (autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 5000,
  autovacuum_analyze_scale_factor = 0.1, autovacuum_analyze_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

ALTER TABLE restante_shared_message SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 5000,
  autovacuum_analyze_scale_factor = 0.1, autovacuum_analyze_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

-- Bodies rarely compress well, and compression costs more than it saves.
ALTER TABLE restante_message ALTER COLUMN body SET STORAGE EXTERNAL;

ALTER TABLE restante_pipeline SET (fillfactor = 20, autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0);

ALTER TABLE restante_node SET (fillfactor = 20);

ALTER TABLE restante_delivery_note SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);
