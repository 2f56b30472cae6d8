-- Renames tables, columns and options to the words of the documentation. Each statement can be run again: the server
-- rejects a second rename because the old name does not exist, and the migration continues.

ALTER TABLE restante_node
  RENAME COLUMN waiting TO awaited_entities,
  RENAME COLUMN told TO announcements,
  RENAME COLUMN version TO restante_version;
ALTER TABLE restante_pipeline
  RENAME COLUMN batch TO last_batch;
ALTER TABLE restante_lane
  RENAME COLUMN last_step TO last_count,
  RENAME INDEX restante_lane_until TO restante_outcome_counter_until;
ALTER TABLE restante_entity
  RENAME COLUMN name_class TO name_scope,
  RENAME COLUMN lasting TO permanent,
  RENAME COLUMN own_rules TO has_rule_rows;
ALTER TABLE restante_entity_use
  RENAME COLUMN used_at TO used_until;
ALTER TABLE restante_message
  RENAME COLUMN head TO header;
ALTER TABLE restante_delivery
  RENAME COLUMN sole TO only_delivery,
  RENAME COLUMN acquisition TO acquisition_count,
  RENAME COLUMN suspect TO redelivery_suspected,
  RENAME COLUMN deferred TO returns_deferred,
  RENAME COLUMN reason TO dead_letter_reason,
  RENAME COLUMN description TO dead_letter_description,
  RENAME COLUMN source TO dead_letter_source;
ALTER TABLE restante_message_group
  RENAME COLUMN holder TO acceptance;
ALTER TABLE restante_xa_branch
  RENAME COLUMN global_id TO global_transaction_id,
  RENAME COLUMN qualifier TO branch_qualifier;
ALTER TABLE restante_quota_share
  RENAME COLUMN places TO slots,
  RENAME COLUMN wanted_since TO waiting_since,
  RENAME INDEX restante_quota_share_node TO restante_in_flight_share_node;
ALTER TABLE restante_buffer_stock
  RENAME COLUMN unstored TO without_row,
  RENAME INDEX restante_buffer_stock_node TO restante_prefetch_count_node;
ALTER TABLE restante_redrive_job
  RENAME COLUMN from_id TO source_id,
  RENAME COLUMN from_name TO source_name,
  RENAME COLUMN standings TO statuses,
  RENAME COLUMN maximum TO max_messages,
  RENAME COLUMN per_second TO max_per_second,
  RENAME COLUMN until_id TO high_id,
  RENAME COLUMN until_position TO high_position,
  RENAME COLUMN passed TO skipped,
  RENAME COLUMN without_source TO source_missing,
  RENAME COLUMN place TO progress_cursor,
  RENAME COLUMN told_at TO progress_at;
ALTER TABLE restante_history
  RENAME COLUMN span_minutes TO interval_minutes,
  RENAME COLUMN from_at TO starts_at,
  RENAME COLUMN figures TO metrics;
ALTER TABLE restante_entity_user RENAME INDEX restante_entity_user_node TO restante_entity_using_node_node;

RENAME TABLE restante_lane TO restante_outcome_counter;
RENAME TABLE restante_entity_use TO restante_entity_last_use;
RENAME TABLE restante_entity_user TO restante_entity_using_node;
RENAME TABLE restante_quota_share TO restante_in_flight_share;
RENAME TABLE restante_buffer_stock TO restante_prefetch_count;
RENAME TABLE restante_body TO restante_large_body;
RENAME TABLE restante_body_chunk TO restante_large_body_chunk;
ALTER TABLE restante_body_reference
  DROP FOREIGN KEY restante_body_reference_body,
  ADD CONSTRAINT restante_large_body_reference_body FOREIGN KEY (body) REFERENCES restante_large_body (id),
  RENAME TO restante_large_body_reference;
ALTER TABLE restante_body_hold
  DROP FOREIGN KEY restante_body_hold_body,
  RENAME INDEX restante_body_hold_body TO restante_large_body_retention_body,
  ADD CONSTRAINT restante_large_body_retention_body FOREIGN KEY (body) REFERENCES restante_large_body (id),
  RENAME TO restante_large_body_retention;
RENAME TABLE restante_ended_body TO restante_deleted_body;

-- A node that executes older migrations late can create old tables and columns again. They are empty.
ALTER TABLE restante_node DROP COLUMN IF EXISTS told;
ALTER TABLE restante_node DROP COLUMN IF EXISTS version;
DROP TABLE IF EXISTS restante_lane;
DROP TABLE IF EXISTS restante_entity_use;
DROP TABLE IF EXISTS restante_entity_user;
DROP TABLE IF EXISTS restante_quota_share;
DROP TABLE IF EXISTS restante_buffer_stock;
DROP TABLE IF EXISTS restante_body_chunk;
DROP TABLE IF EXISTS restante_body_reference;
DROP TABLE IF EXISTS restante_body_hold;
DROP TABLE IF EXISTS restante_body;
DROP TABLE IF EXISTS restante_ended_body;

UPDATE restante_entity SET options = SUBSTRING(
  REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(CONCAT(CHAR(10), options),
    CONCAT(CHAR(10), 'expiry=ON_TIME'), CONCAT(CHAR(10), 'expireOnlyWithConsumer=false')),
    CONCAT(CHAR(10), 'expiry=WHEN_ACTIVE'), CONCAT(CHAR(10), 'expireOnlyWithConsumer=true')),
    CONCAT(CHAR(10), 'groups=OPTIONAL'), CONCAT(CHAR(10), 'groupsRequired=false')),
    CONCAT(CHAR(10), 'groups=REQUIRED'), CONCAT(CHAR(10), 'groupsRequired=true')),
    CONCAT(CHAR(10), 'duplicateIdFrom='), CONCAT(CHAR(10), 'duplicateIdSource=')),
    CONCAT(CHAR(10), 'lateSettlement=REFUSE'), CONCAT(CHAR(10), 'lateSettlement=REJECT'))
  FROM 2);
