-- Renames tables, columns and options to the words of the documentation.

ALTER TABLE restante_node RENAME COLUMN waiting TO awaited_entities;
ALTER TABLE restante_node RENAME COLUMN told TO announcements;
ALTER TABLE restante_node RENAME COLUMN version TO restante_version;
ALTER TABLE restante_pipeline RENAME COLUMN batch TO last_batch;
ALTER TABLE restante_lane RENAME COLUMN last_step TO last_count;
ALTER TABLE restante_entity RENAME COLUMN name_class TO name_scope;
ALTER TABLE restante_entity RENAME COLUMN lasting TO permanent;
ALTER TABLE restante_entity RENAME COLUMN own_rules TO has_rule_rows;
ALTER TABLE restante_entity_use RENAME COLUMN used_at TO used_until;
ALTER TABLE restante_message RENAME COLUMN head TO header;
ALTER TABLE restante_delivery RENAME COLUMN sole TO only_delivery;
ALTER TABLE restante_delivery RENAME COLUMN acquisition TO acquisition_count;
ALTER TABLE restante_delivery RENAME COLUMN suspect TO redelivery_suspected;
ALTER TABLE restante_delivery RENAME COLUMN deferred TO returns_deferred;
ALTER TABLE restante_delivery RENAME COLUMN reason TO dead_letter_reason;
ALTER TABLE restante_delivery RENAME COLUMN description TO dead_letter_description;
ALTER TABLE restante_delivery RENAME COLUMN source TO dead_letter_source;
ALTER TABLE restante_message_group RENAME COLUMN holder TO acceptance;
ALTER TABLE restante_xa_branch RENAME COLUMN global_id TO global_transaction_id;
ALTER TABLE restante_xa_branch RENAME COLUMN qualifier TO branch_qualifier;
ALTER TABLE restante_quota_share RENAME COLUMN places TO slots;
ALTER TABLE restante_quota_share RENAME COLUMN wanted_since TO waiting_since;
ALTER TABLE restante_buffer_stock RENAME COLUMN unstored TO without_row;
ALTER TABLE restante_redrive_job RENAME COLUMN from_id TO source_id;
ALTER TABLE restante_redrive_job RENAME COLUMN from_name TO source_name;
ALTER TABLE restante_redrive_job RENAME COLUMN standings TO statuses;
ALTER TABLE restante_redrive_job RENAME COLUMN maximum TO max_messages;
ALTER TABLE restante_redrive_job RENAME COLUMN per_second TO max_per_second;
ALTER TABLE restante_redrive_job RENAME COLUMN until_id TO high_id;
ALTER TABLE restante_redrive_job RENAME COLUMN until_position TO high_position;
ALTER TABLE restante_redrive_job RENAME COLUMN passed TO skipped;
ALTER TABLE restante_redrive_job RENAME COLUMN without_source TO source_missing;
ALTER TABLE restante_redrive_job RENAME COLUMN place TO progress_cursor;
ALTER TABLE restante_redrive_job RENAME COLUMN told_at TO progress_at;
ALTER TABLE restante_history RENAME COLUMN span_minutes TO interval_minutes;
ALTER TABLE restante_history RENAME COLUMN from_at TO starts_at;
ALTER TABLE restante_history RENAME COLUMN figures TO metrics;

ALTER TABLE restante_lane RENAME TO restante_outcome_counter;
ALTER TABLE restante_entity_use RENAME TO restante_entity_last_use;
ALTER TABLE restante_entity_user RENAME TO restante_entity_using_node;
ALTER TABLE restante_quota_share RENAME TO restante_in_flight_share;
ALTER TABLE restante_buffer_stock RENAME TO restante_prefetch_count;
ALTER TABLE restante_body_chunk RENAME TO restante_large_body_chunk;
ALTER TABLE restante_body_reference RENAME TO restante_large_body_reference;
ALTER TABLE restante_body_hold RENAME TO restante_large_body_retention;
ALTER TABLE restante_body RENAME TO restante_large_body;
ALTER TABLE restante_ended_body RENAME TO restante_deleted_body;

ALTER INDEX restante_message_group_held RENAME TO restante_message_group_accepted;
ALTER INDEX restante_body_hold_body RENAME TO restante_large_body_retention_body;

UPDATE restante_entity SET options = SUBSTRING(
  REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(CONCAT(chr(10), options),
    CONCAT(chr(10), 'expiry=ON_TIME'), CONCAT(chr(10), 'expireOnlyWithConsumer=false')),
    CONCAT(chr(10), 'expiry=WHEN_ACTIVE'), CONCAT(chr(10), 'expireOnlyWithConsumer=true')),
    CONCAT(chr(10), 'groups=OPTIONAL'), CONCAT(chr(10), 'groupsRequired=false')),
    CONCAT(chr(10), 'groups=REQUIRED'), CONCAT(chr(10), 'groupsRequired=true')),
    CONCAT(chr(10), 'duplicateIdFrom='), CONCAT(chr(10), 'duplicateIdSource=')),
    CONCAT(chr(10), 'lateSettlement=REFUSE'), CONCAT(chr(10), 'lateSettlement=REJECT'))
  FROM 2);
