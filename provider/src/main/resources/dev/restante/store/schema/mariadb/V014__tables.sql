-- Statements end with a semicolon at the end of a line. The server commits each of them, so each can be repeated. What
-- MariaDB and MySQL say differently stands in their idioms.
--
-- Text that stands in an index is kept as its bytes of UTF-8, of which StoredTextKind limits the number: so any two differ
-- that differ in a code point, nothing is padded, and an index has room for it. Other text has the collation that
-- compares alike. Instants are epoch milliseconds.

${entity_ids};

CREATE TABLE IF NOT EXISTS restante_node (
  incarnation BIGINT PRIMARY KEY,
  node_number INTEGER NOT NULL,
  name TEXT NOT NULL,
  lease_until BIGINT NOT NULL,
  alive BOOLEAN NOT NULL,
  waiting MEDIUMTEXT
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

-- The row (0, 0) belongs to no node: its batch is the highest incarnation ever given, its highest_id the highest id that
-- forgotten incarnations made. A row stays for a while after its incarnation was forgotten: until kept_until, which is
-- null before that.
CREATE TABLE IF NOT EXISTS restante_pipeline (
  incarnation BIGINT NOT NULL,
  pipeline_number INTEGER NOT NULL,
  batch BIGINT NOT NULL,
  alive BOOLEAN NOT NULL,
  highest_id BIGINT NOT NULL,
  kept_until BIGINT,
  PRIMARY KEY (incarnation, pipeline_number)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

-- Batches that were not committed and never will be, though their pipeline has committed later ones: whoever waited for
-- them does not know.
CREATE TABLE IF NOT EXISTS restante_void_batch (
  incarnation BIGINT NOT NULL,
  pipeline_number INTEGER NOT NULL,
  batch BIGINT NOT NULL,
  PRIMARY KEY (incarnation, pipeline_number, batch)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

-- Transactions that are no batches: each counts its lane up, and no other uses that lane meanwhile. Transactions of
-- applications have a lane each, by which it is told whether they were committed.
CREATE TABLE IF NOT EXISTS restante_lane (
  id BIGINT PRIMARY KEY,
  last_step BIGINT NOT NULL,
  kept_until BIGINT NOT NULL,
  KEY restante_lane_until (kept_until)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

-- name_class: 1 queues and dead-letter queues, 2 topics, 3 subscriptions. A subscription whose rules were never changed
-- has none of its own.
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

-- The rules of subscriptions whose rules were changed; any other one has a single rule, $Default, with its selector.
CREATE TABLE IF NOT EXISTS restante_subscription_rule (
  subscription BIGINT NOT NULL,
  name VARBINARY(500) NOT NULL,
  definition MEDIUMBLOB NOT NULL,
  PRIMARY KEY (subscription, name)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

-- Which nodes use a subscription or a temporary destination. What is not lasting goes with its last user.
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

-- How many deliveries are left of a message that had several; it goes with the last.
CREATE TABLE IF NOT EXISTS restante_shared_message (
  id BIGINT PRIMARY KEY,
  remaining INTEGER NOT NULL
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

-- A delivery has a note if original_expiration is not null. It is deferred again, whichever way it comes back, if it was
-- deferred and has been received by its number since. It has a value_key where its entity keeps only the last value of
-- each key.
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

-- Groups that somebody has accepted (owner and holder are not 0), and those that have a state.
CREATE TABLE IF NOT EXISTS restante_message_group (
  entity BIGINT NOT NULL,
  group_id VARBINARY(1000) NOT NULL,
  owner BIGINT NOT NULL,
  holder BIGINT NOT NULL,
  state LONGBLOB,
  PRIMARY KEY (entity, group_id),
  KEY restante_message_group_owner (owner)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

-- The last delivery that arrived with each key, for as long as it is in its entity.
CREATE TABLE IF NOT EXISTS restante_last_value (
  entity BIGINT NOT NULL,
  value_key VARBINARY(2000) NOT NULL,
  delivery BIGINT NOT NULL,
  PRIMARY KEY (entity, value_key),
  KEY restante_last_value_delivery (delivery)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

-- message is the one that was stored with the id, sent_at when that was sent: who has stored it is told by that.
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

-- Branches that are prepared, or were decided by an administrator and not forgotten.
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

-- What nodes ask of each other. Empty but for the moments in which somebody waits for an answer; whoever asked removes
-- it.
CREATE TABLE IF NOT EXISTS restante_node_request (
  id BIGINT PRIMARY KEY,
  incarnation BIGINT NOT NULL,
  kind SMALLINT NOT NULL,
  entity BIGINT NOT NULL,
  delivery BIGINT NOT NULL,
  selector MEDIUMTEXT,
  answer BIGINT
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

-- What holds for the whole store, as text.
CREATE TABLE IF NOT EXISTS restante_setting (
  name VARBINARY(200) PRIMARY KEY,
  setting_value MEDIUMTEXT NOT NULL
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

-- How many of an entity's places in flight each node may fill, and since when it waits for more.
CREATE TABLE IF NOT EXISTS restante_quota_share (
  entity BIGINT NOT NULL,
  incarnation BIGINT NOT NULL,
  places INTEGER NOT NULL,
  wanted_since BIGINT,
  PRIMARY KEY (entity, incarnation),
  KEY restante_quota_share_node (incarnation)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

-- What each node had in its memory for receivers when it last told, so that all nodes count alike.
CREATE TABLE IF NOT EXISTS restante_buffer_stock (
  entity BIGINT NOT NULL,
  incarnation BIGINT NOT NULL,
  acquired BIGINT NOT NULL,
  unstored BIGINT NOT NULL,
  first_enqueued_at BIGINT NOT NULL,
  PRIMARY KEY (entity, incarnation),
  KEY restante_buffer_stock_node (incarnation)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

-- Bodies that are stored apart from their messages, in chunks, which are committed before the message is. A body is
-- there as long as it has a row here, and that stays as long as it has a hold or a reference.
CREATE TABLE IF NOT EXISTS restante_body (
  id BIGINT PRIMARY KEY
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

CREATE TABLE IF NOT EXISTS restante_body_chunk (
  body BIGINT NOT NULL,
  chunk_number INTEGER NOT NULL,
  content LONGBLOB NOT NULL,
  PRIMARY KEY (body, chunk_number)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

-- The messages that have a body: one, unless copies were made of it. It comes with its message, and is removed later.
CREATE TABLE IF NOT EXISTS restante_body_reference (
  body BIGINT NOT NULL,
  message BIGINT NOT NULL,
  PRIMARY KEY (body, message),
  CONSTRAINT restante_body_reference_body FOREIGN KEY (body) REFERENCES restante_body (id)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

-- The nodes that write a body, or hand it to an application, whatever becomes of the message meanwhile.
CREATE TABLE IF NOT EXISTS restante_body_hold (
  id BIGINT PRIMARY KEY,
  body BIGINT NOT NULL,
  incarnation BIGINT NOT NULL,
  KEY restante_body_hold_body (body),
  CONSTRAINT restante_body_hold_body FOREIGN KEY (body) REFERENCES restante_body (id)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};

-- Bodies of which nothing but chunks may be left.
CREATE TABLE IF NOT EXISTS restante_ended_body (
  id BIGINT PRIMARY KEY
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC CHARACTER SET utf8mb4 COLLATE ${collation};
