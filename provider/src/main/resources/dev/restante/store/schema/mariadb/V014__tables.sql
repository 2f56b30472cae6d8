-- Statements end with a semicolon at the end of a line. The server commits each statement by itself, so each statement
-- can be run again. The server variants replace the parts in which MariaDB and MySQL differ.
--
-- Indexed text is stored as UTF-8 bytes, and StoredTextKind limits their number. Therefore texts with different code
-- points differ, nothing is padded, and the text fits into an index. Other text has a collation with the same
-- comparison. Instants are epoch milliseconds.

${entity_ids};

CREATE TABLE IF NOT EXISTS restante_node (
  incarnation BIGINT PRIMARY KEY,
  node_number INTEGER NOT NULL,
  name TEXT NOT NULL,
  lease_until BIGINT NOT NULL,
  alive BOOLEAN NOT NULL,
  waiting MEDIUMTEXT
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

-- The row (0, 0) belongs to no node. Its batch is the highest incarnation that a node ever got, and its highest_id is
-- the highest id of all forgotten incarnations. After its incarnation is forgotten, a row stays until kept_until, which
-- is null before.
CREATE TABLE IF NOT EXISTS restante_pipeline (
  incarnation BIGINT NOT NULL,
  pipeline_number INTEGER NOT NULL,
  batch BIGINT NOT NULL,
  alive BOOLEAN NOT NULL,
  highest_id BIGINT NOT NULL,
  kept_until BIGINT,
  PRIMARY KEY (incarnation, pipeline_number)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

-- Void batches: batches that did not commit and never will, although their pipeline has committed later batches. Their
-- callers may not know the outcome yet.
CREATE TABLE IF NOT EXISTS restante_void_batch (
  incarnation BIGINT NOT NULL,
  pipeline_number INTEGER NOT NULL,
  batch BIGINT NOT NULL,
  PRIMARY KEY (incarnation, pipeline_number, batch)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

-- Outcome counters of tracked transactions, which are not batches. Each transaction increments its own counter, which
-- no other transaction uses at the same time. Each application transaction has a counter that tells whether it was
-- committed.
CREATE TABLE IF NOT EXISTS restante_lane (
  id BIGINT PRIMARY KEY,
  last_step BIGINT NOT NULL,
  kept_until BIGINT NOT NULL,
  KEY restante_lane_until (kept_until)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

-- name_class: 1 queues and dead-letter queues, 2 topics, 3 subscriptions. A subscription whose rules were never changed
-- has no rows in restante_subscription_rule.
CREATE TABLE IF NOT EXISTS restante_entity (
  id BIGINT PRIMARY KEY,
  kind SMALLINT NOT NULL,
  name_class SMALLINT NOT NULL,
  name VARBINARY(2400) NOT NULL,
  parent BIGINT NOT NULL,
  dead_letter_queue BIGINT NOT NULL,
  options MEDIUMTEXT NOT NULL,
  selector MEDIUMTEXT,
  subscription_kind SMALLINT,
  subscription_name TEXT,
  client_id TEXT,
  connection_id TEXT,
  no_local BOOLEAN NOT NULL,
  lasting BOOLEAN NOT NULL,
  subscription_set_version BIGINT NOT NULL,
  version BIGINT NOT NULL,
  own_rules BOOLEAN NOT NULL DEFAULT FALSE,
  UNIQUE KEY restante_entity_name (name_class, name),
  KEY restante_entity_parent (parent)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

-- Rules of subscriptions whose rules were changed. Every other subscription has the single rule $Default with its
-- selector.
CREATE TABLE IF NOT EXISTS restante_subscription_rule (
  subscription BIGINT NOT NULL,
  name VARBINARY(500) NOT NULL,
  definition MEDIUMBLOB NOT NULL,
  PRIMARY KEY (subscription, name)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

-- Nodes that use a subscription or a temporary destination. An entity that is not permanent is deleted with its last
-- user.
CREATE TABLE IF NOT EXISTS restante_entity_user (
  entity BIGINT NOT NULL,
  incarnation BIGINT NOT NULL,
  PRIMARY KEY (entity, incarnation),
  KEY restante_entity_user_node (incarnation)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

CREATE TABLE IF NOT EXISTS restante_entity_use (
  entity BIGINT PRIMARY KEY,
  used_at BIGINT NOT NULL
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

CREATE TABLE IF NOT EXISTS restante_message (
  id BIGINT PRIMARY KEY,
  fan_out INTEGER NOT NULL,
  head LONGBLOB NOT NULL,
  body LONGBLOB
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

-- Number of remaining deliveries of a message that had several deliveries. The message is deleted with its last
-- delivery.
CREATE TABLE IF NOT EXISTS restante_shared_message (
  id BIGINT PRIMARY KEY,
  remaining INTEGER NOT NULL
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

-- A delivery has annotations if original_expiration is not null. The column deferred is true for a deferred delivery
-- that was received by its sequence number. If it returns for any reason, it is deferred again. A delivery has a
-- value_key if its entity keeps only the last value of each key.
CREATE TABLE IF NOT EXISTS restante_delivery (
  id BIGINT PRIMARY KEY,
  message BIGINT NOT NULL,
  entity BIGINT NOT NULL,
  state SMALLINT NOT NULL,
  precedence SMALLINT NOT NULL,
  queue_position BIGINT NOT NULL,
  group_id VARBINARY(1000),
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
  deferred BOOLEAN,
  original_expiration BIGINT,
  reason MEDIUMTEXT,
  description MEDIUMTEXT,
  source TEXT,
  changed_properties LONGBLOB,
  value_key VARBINARY(2000),
  KEY restante_delivery_order (entity, state, precedence, queue_position, id),
  KEY restante_delivery_due (due_at)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

-- Message groups that a session has accepted (owner and holder are not 0), and groups with a state.
CREATE TABLE IF NOT EXISTS restante_message_group (
  entity BIGINT NOT NULL,
  group_id VARBINARY(1000) NOT NULL,
  owner BIGINT NOT NULL,
  holder BIGINT NOT NULL,
  state LONGBLOB,
  PRIMARY KEY (entity, group_id),
  KEY restante_message_group_owner (owner)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

-- Last delivery that arrived with each key, as long as this delivery is in its entity.
CREATE TABLE IF NOT EXISTS restante_last_value (
  entity BIGINT NOT NULL,
  value_key VARBINARY(2000) NOT NULL,
  delivery BIGINT NOT NULL,
  PRIMARY KEY (entity, value_key),
  KEY restante_last_value_delivery (delivery)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

-- The column message contains the message that was stored with the duplicate id, and sent_at contains its send time.
-- They tell a sender whether it has stored the id itself.
CREATE TABLE IF NOT EXISTS restante_duplicate_id (
  entity BIGINT NOT NULL,
  duplicate_id VARBINARY(2000) NOT NULL,
  kept_until BIGINT NOT NULL,
  sent_at BIGINT NOT NULL,
  message BIGINT NOT NULL,
  PRIMARY KEY (entity, duplicate_id),
  KEY restante_duplicate_id_until (kept_until)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

CREATE TABLE IF NOT EXISTS restante_receive_attempt (
  entity BIGINT NOT NULL,
  attempt_id VARBINARY(2000) NOT NULL,
  deliveries LONGBLOB NOT NULL,
  kept_until BIGINT NOT NULL,
  PRIMARY KEY (entity, attempt_id),
  KEY restante_receive_attempt_until (kept_until)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

-- Branches that are prepared, or that an administrator has decided and not forgotten.
CREATE TABLE IF NOT EXISTS restante_xa_branch (
  id BIGINT PRIMARY KEY,
  format_id INTEGER NOT NULL,
  global_id VARBINARY(64) NOT NULL,
  qualifier VARBINARY(64) NOT NULL,
  state SMALLINT NOT NULL,
  incarnation BIGINT NOT NULL,
  prepared_at BIGINT NOT NULL,
  content LONGBLOB NOT NULL,
  UNIQUE KEY restante_xa_branch_xid (format_id, global_id, qualifier)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

-- Requests of nodes to other nodes. The requesting node waits for the answer and then deletes the request.
CREATE TABLE IF NOT EXISTS restante_node_request (
  id BIGINT PRIMARY KEY,
  incarnation BIGINT NOT NULL,
  kind SMALLINT NOT NULL,
  entity BIGINT NOT NULL,
  delivery BIGINT NOT NULL,
  selector MEDIUMTEXT,
  answer BIGINT
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

-- Settings of the whole store, as text.
CREATE TABLE IF NOT EXISTS restante_setting (
  name VARBINARY(200) PRIMARY KEY,
  setting_value MEDIUMTEXT NOT NULL
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

-- In-flight share of each node in an entity, and the time since which the node waits for a larger share.
CREATE TABLE IF NOT EXISTS restante_quota_share (
  entity BIGINT NOT NULL,
  incarnation BIGINT NOT NULL,
  places INTEGER NOT NULL,
  wanted_since BIGINT,
  PRIMARY KEY (entity, incarnation),
  KEY restante_quota_share_node (incarnation)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

-- Last reported prefetched count of each node, so that all nodes report equal counts.
CREATE TABLE IF NOT EXISTS restante_buffer_stock (
  entity BIGINT NOT NULL,
  incarnation BIGINT NOT NULL,
  acquired BIGINT NOT NULL,
  unstored BIGINT NOT NULL,
  first_enqueued_at BIGINT NOT NULL,
  PRIMARY KEY (entity, incarnation),
  KEY restante_buffer_stock_node (incarnation)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

-- Large bodies, which are stored in chunks outside the message row. The chunks are committed before the message. A body
-- exists as long as it has a row here, and the row exists as long as the body has a body retention or a reference.
CREATE TABLE IF NOT EXISTS restante_body (
  id BIGINT PRIMARY KEY
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

CREATE TABLE IF NOT EXISTS restante_body_chunk (
  body BIGINT NOT NULL,
  chunk_number INTEGER NOT NULL,
  content LONGBLOB NOT NULL,
  PRIMARY KEY (body, chunk_number)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

-- References from messages to their large bodies. Copies of a message share its body. A reference is inserted with its
-- message and deleted after it.
CREATE TABLE IF NOT EXISTS restante_body_reference (
  body BIGINT NOT NULL,
  message BIGINT NOT NULL,
  PRIMARY KEY (body, message),
  CONSTRAINT restante_body_reference_body FOREIGN KEY (body) REFERENCES restante_body (id)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

-- Body retentions: a node writes a large body or an application reads it, so it must not be deleted, even if the
-- message is.
CREATE TABLE IF NOT EXISTS restante_body_hold (
  id BIGINT PRIMARY KEY,
  body BIGINT NOT NULL,
  incarnation BIGINT NOT NULL,
  KEY restante_body_hold_body (body),
  CONSTRAINT restante_body_hold_body FOREIGN KEY (body) REFERENCES restante_body (id)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

-- Deleted bodies whose chunks may still exist.
CREATE TABLE IF NOT EXISTS restante_ended_body (
  id BIGINT PRIMARY KEY
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};
